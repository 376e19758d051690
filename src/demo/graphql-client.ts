/** An answer with errors: the first one's message and code. */
export class GraphqlError extends Error {
  override readonly name = 'GraphqlError'
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

interface Answer<Data> {
  readonly data?: Data
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
}

/** Runs GraphQL operations as one person, over HTTP. */
export class GraphqlClient {
  readonly #site: string
  readonly #authorization: string | undefined

  /**
   * @param site the server's address, without a slash at its end
   * @param account nobody when left out
   */
  constructor(site: string, account?: { readonly email: string; readonly key: string }) {
    this.#site = site
    this.#authorization =
      account && `Basic ${Buffer.from(`${account.email}:${account.key}`).toString('base64')}`
  }

  /**
   * @throws GraphqlError for what the server refuses; Error when there is no server
   */
  async run<Data>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Data> {
    const response = await fetch(`${this.#site}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'ParleyDemo/1.0',
        ...(this.#authorization !== undefined && { authorization: this.#authorization }),
      },
      body: JSON.stringify({ query, variables }),
    }).catch(() => {
      throw new Error('there is no answer; is the server running?')
    })
    // What the query asks for, which only its author knows.
    const { data, errors } = (await response.json()) as Answer<Data>
    const [error] = errors ?? []
    if (error) throw new GraphqlError(error.message, error.extensions?.code ?? '')
    if (data === undefined) throw new Error(`The server answered ${response.status} without data.`)
    return data
  }
}
