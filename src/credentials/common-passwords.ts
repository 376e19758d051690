/** Passwords, and words that passwords are made of, that any guesser tries first; lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password passw0rd passwort password1 password12 password123 passpass changeme letmein welcome welcome1
  trustno1 iloveyou sunshine princess football baseball basketball superman batman spiderman dragon monkey
  shadow master michael jennifer jordan harley ranger hunter buster soccer hockey killer george andrew
  charlie thomas robert daniel matthew joshua ashley nicole jessica amanda hannah maggie pepper ginger
  cookie banana orange purple summer winter spring autumn august monday friday secret secret1 secrets
  qwerty qwerty1 qwerty12 qwerty123 qwertyui 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx qazwsx qazwsxedc
  asdf1234 abc123 abc1234 abcd1234 a1b2c3 a1b2c3d4 123abc 123qwe 123123 121212 112233 131313 159753 147258
  147258369 741852963 789456 789456123 987654 987654321 654321 696969 777777 888888 123321 123654 456789
  computer internet server service system network office account access admin1 admin12 admin123 administrator
  default guest123 login1 login123 testing testtest test123 test1234 tester example sample public private
  freedom whatever nothing mustang corvette mercedes porsche ferrari yankees dallas cowboys lakers arsenal
  chelsea liverpool barcelona london berlin america canada mexico france germany starwars pokemon naruto
  matrix merlin phoenix samsung google facebook twitter youtube linkedin microsoft windows apple123 android
  chocolate butterfly flower flowers sweetheart lovely loveme lover babygirl angel angel1 forever friends
  family mother father sister brother daughter jesus jesus1 heaven blessed michelle andrea victoria elizabeth
  alexander benjamin christopher jonathan patrick richard william zxcvbnm zxcvbn asdfgh asdfghjkl poiuyt
  lkjhgf mnbvcxz 000000 111111 1234567890 12345678910 0987654321 q1w2e3 q1w2e3r4 p@ssword p@ssw0rd pa55word
  parley parleychat teamchat`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
