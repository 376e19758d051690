import { createHmac } from 'node:crypto'
import type { DemoPlan } from './command-line.ts'
import { GraphqlClient, GraphqlError } from './graphql-client.ts'
import { inParallel } from './in-parallel.ts'
import { type DemoPerson, demoPeople } from './people.ts'
import { Progress } from './progress.ts'

/** Somebody of the cast with an account: what they do, they do themselves. */
export interface Member {
  readonly person: DemoPerson
  readonly userId: number
  readonly client: GraphqlClient
}

export type Members = ReadonlyMap<DemoPerson, Member>

const AT_ONCE = 4

/**
 * Makes the accounts of the cast and signs everybody in. Accounts that an earlier run has made are
 * taken over: their passwords follow from the owner's key.
 */
export async function signUpMembers(owner: GraphqlClient, plan: DemoPlan): Promise<Members> {
  const progress = new Progress('People', demoPeople.length)
  const members = await inParallel(demoPeople, AT_ONCE, async (person) => {
    const member = await signUp(owner, plan, person)
    progress.step()
    return [person, member] as const
  })
  return new Map(members)
}

async function signUp(owner: GraphqlClient, { site, key }: DemoPlan, person: DemoPerson): Promise<Member> {
  const email = `${person.account}@waymark.example`
  const password = createHmac('sha256', key).update(email).digest('base64url').slice(0, 24)
  const refusal = await owner
    .run('mutation ($input: CreateUserInput!) { createUser(input: $input) { user { databaseId } } }', {
      input: { email, password, fullName: person.name },
    })
    .then(
      () => null,
      (error: unknown) => error,
    )
  if (refusal !== null && !(refusal instanceof GraphqlError)) throw refusal
  const { signIn } = await new GraphqlClient(site)
    .run<{ signIn: { apiKey: string; userDatabaseId: number } }>(
      'mutation ($input: SignInInput!) { signIn(input: $input) { apiKey userDatabaseId } }',
      { input: { username: email, password } },
    )
    // Whoever can't sign in was not made by this owner: what kept the account from being made tells why.
    .catch((error: unknown) => {
      throw refusal ?? error
    })
  return {
    person,
    userId: signIn.userDatabaseId,
    client: new GraphqlClient(site, { email, key: signIn.apiKey }),
  }
}
