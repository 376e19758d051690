// Country codes, without those that far more often end a file's name: md, pl, ps, py, rs, sh.
const countries =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ' +
  'ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk ' +
  'fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ' +
  'ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc me mg mh mk ' +
  'ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pm ' +
  'pn pr pt pw qa re ro ru rw sa sb sc sd se sg si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj ' +
  'tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw рф'

// General domains in wide use, without those that end names of files and of fields: zip, mov, name, data.
const general =
  'com net org edu gov mil int info biz pro aero asia cat coop jobs mobi museum tel travel arpa xxx ' +
  'academy agency ai app art audio band bank bar bet bible bike bio blog boutique build business buzz cafe ' +
  'camp capital care careers casa cash center chat church city cloud club coach codes coffee college community ' +
  'company computer consulting cool dance day dental design dev digital direct directory doctor ' +
  'domains earth eco education email energy engineer engineering estate events exchange expert farm fashion ' +
  'film finance fish fit foundation fun fund fyi gallery game games garden gay gift global gold golf google ' +
  'graphics green group guide guru health help history holiday home host hosting house icu immo inc industries ' +
  'ink institute international investments jetzt kitchen kiwi land law legal life lighting limited link live ' +
  'llc loan lol love ltd management market marketing mba media men menu moda moe money movie network ' +
  'news ngo ninja nyc one ong onl online page paris park partners parts party photo photography photos pics ' +
  'pictures pizza place plus press productions properties pub quest recipes red rent repair report rest review ' +
  'reviews rocks sale school science scot security services sex shop show site ski social software solar ' +
  'solutions space sport store stream studio study sucks support surf swiss systems tax team tech ' +
  'technology tennis theater tips tirol today tokyo tools top tours town toys trade training tube university ' +
  'uno ventures vet video villas vin vip vision vodka vote voyage wales wang watch website wedding wien wiki ' +
  'win wine work works world wtf xyz yoga zone berlin hamburg koeln london amsterdam barcelona bayern ' +
  // Reserved for documentation.
  'example'

/** Last parts of host names that make a bare `name.part` a link. */
export function topLevelDomains(): string[] {
  return `${countries} ${general}`.split(' ')
}
