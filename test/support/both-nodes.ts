import { beforeEach } from 'vitest'
import type { Person } from './cast.ts'
import type { TestNode, TestServer } from './server.ts'

/** A server and another node on its database. */
export interface BothNodes {
  /** The other one, once a test runs. */
  otherNode(): TestNode
  /** A person who calls one node or the other, in turns by the index. */
  onEither(person: Person, index: number): Person
}

/** Starts another node of a server before the tests of this block, and lets people call either. */
export function bothNodesOf(server: TestServer): BothNodes {
  let other: TestNode | undefined
  beforeEach(async () => {
    other ??= await server.startAnotherNode()
  })
  const otherNode = () => {
    if (!other) throw new Error('The other node has not been started.')
    return other
  }
  return {
    otherNode,
    onEither: (person, index) => (index % 2 === 0 ? person : person.on(otherNode().port)),
  }
}
