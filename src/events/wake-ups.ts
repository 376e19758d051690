/** What the processes on one database tell each other. Nothing of it is data, and all of it may get lost. */
export interface WakeUps {
  /** Announces, some time soon, that an organization's log reaches `eventId`. */
  send(organizationId: number, eventId: number): void
  /** Ends the poll that another process may hold on a queue. */
  endPoll(queueId: string): void
  close(): Promise<void>
}

/** What a process does with what it is told. */
export interface WakeUpHandlers {
  onEvents(organizationId: number, eventId: number): void
  onEndPoll(queueId: string): void
}

/** For the embedded database, which one process has for itself. */
export const noWakeUps: WakeUps = { send: () => {}, endPoll: () => {}, close: async () => {} }

/** `3:4711`: the log of organization 3 reaches event 4711. */
export function eventsEntry(organizationId: number, eventId: number): string {
  return `${organizationId}:${eventId}`
}

/** `poll:…:…`: the node that has taken over the queue is the last part. */
export function endPollEntry(queueId: string, nodeId: string): string {
  return `poll:${queueId}:${nodeId}`
}

/** Acts on one entry; what a node says of polls does not concern itself. */
export function handleEntry(entry: string, handlers: WakeUpHandlers, nodeId: string): void {
  const [first = '', second = '', sender] = entry.split(':')
  if (first === 'poll') {
    if (sender !== nodeId) handlers.onEndPoll(second)
    return
  }
  const [organizationId, eventId] = [Number(first), Number(second)]
  if (organizationId > 0 && eventId > 0) handlers.onEvents(organizationId, eventId)
}
