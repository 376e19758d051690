import type { Team } from './people.ts'

/**
 * A short conversation: lines that begin with their speaker (`A: …`), who is somebody else each
 * time. Words in braces are drawn anew for each telling; `{@B}` mentions a speaker and `{B}` calls
 * them by their first name.
 */
export type Story = readonly string[]

/** A channel of the demo. */
export interface DemoChannel {
  readonly name: string
  readonly description: string
  readonly isPrivate?: boolean
  /** Whose members are in it; all of them when empty. */
  readonly teams: readonly Team[]
  readonly topics: readonly string[]
  /** What is told in it besides what people talk about everywhere. */
  readonly stories: readonly Story[]
  /** Words for the braces, over the common ones. */
  readonly words: Readonly<Record<string, readonly string[]>>
}
