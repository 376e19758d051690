import type { RegisterMessage } from '../contract/shapes/register-message.ts'
import type { SnapshotShare } from '../events/snapshot.ts'
import { newestMessageIdOf } from '../users/queries.ts'

/** The gate `message`: where the viewer's history ends. */
export const messageShare: SnapshotShare = {
  gate: 'message',
  async read({ tx, viewer }) {
    const share: RegisterMessage = { max_message_id: await newestMessageIdOf(tx, viewer.id) }
    return { ...share }
  },
  async readForVisitors() {
    const share: RegisterMessage = { max_message_id: -1 }
    return { ...share }
  },
}
