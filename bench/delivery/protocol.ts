/** What the clients' process is told when it starts. */
export interface ClientsOrder {
  /** Long-polls, GraphQL subscriptions, or the two bare forms of them. */
  readonly kind: 'poll' | 'bare poll' | 'socket' | 'bare socket'
  readonly port: number
  /** One client each: values of the Authorization header. */
  readonly authorizations: readonly string[]
}

/** What it tells: that it listens for its order, that all are waiting, or when the last of them received (monotonic nanoseconds). */
export type ClientsNews =
  | { readonly started: true }
  | { readonly ready: true }
  | { readonly lastReceivedAt: string }
