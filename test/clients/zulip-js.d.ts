declare module 'zulip-js' {
  // biome-ignore lint/suspicious/noExplicitAny: the package declares no types; the test looks at what comes back.
  type Call = (parameters?: Record<string, unknown>) => Promise<any>

  interface Client {
    queues: { register: Call; deregister: Call }
    events: { retrieve: Call }
    messages: {
      send: Call
      retrieve: Call
      render: (content: string | Record<string, unknown>) => ReturnType<Call>
      update: Call
      getById: Call
      getHistoryById: Call
      deleteById: Call
      deleteReactionById: Call
      flags: { add: Call; remove: Call }
    }
    reactions: { add: Call; remove: Call }
    typing: { send: Call }
    emojis: { retrieve: Call }
    filters: { retrieve: Call }
    users: {
      retrieve: Call
      create: Call
      me: {
        getProfile: Call
        subscriptions: { add: Call; remove: Call }
        alertWords: { retrieve: Call }
        pointer: { retrieve: Call; update: (id: number) => ReturnType<Call> }
      }
    }
    streams: {
      retrieve: Call
      getStreamId: (name: string) => ReturnType<Call>
      subscriptions: { retrieve: Call }
      topics: { retrieve: Call }
      deleteById: Call
    }
    server: { settings: Call }
    callEndpoint: (path: string, method?: string, parameters?: Record<string, unknown>) => ReturnType<Call>
    /** Goes on for ever. */
    callOnEachEvent: (
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      callback: (event: any) => void,
      eventTypes?: readonly string[],
    ) => Promise<void>
  }

  // biome-ignore lint/style/noDefaultExport: that is how the package exports it.
  export default function connect(
    config:
      | { username: string; apiKey: string; realm: string }
      | { username: string; password: string; realm: string }
      | { zuliprc: string },
  ): Promise<Client>
}
