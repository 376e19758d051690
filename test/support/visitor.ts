import { Actor, type ActorIdentity } from './actor.ts'

/** Somebody who sends no credentials, or those that a test makes up. */
export class Visitor extends Actor {
  readonly #authorization: string | undefined

  constructor(place: Pick<ActorIdentity, 'port' | 'host'>, authorization?: string) {
    super({ ...place, email: '', apiKey: '' })
    this.#authorization = authorization
  }

  override get headers(): Record<string, string> {
    const { authorization: _, ...headers } = super.headers
    return this.#authorization === undefined ? headers : { ...headers, authorization: this.#authorization }
  }
}
