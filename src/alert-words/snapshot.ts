import type { RegisterAlertWords } from '../contract/shapes/register-alert-words.ts'
import type { SnapshotShare } from '../events/snapshot.ts'
import { alertWordsOf } from './alert-words.ts'

/** The words that alert the viewer (register-response: `alert_words`). */
export const alertWordShare: SnapshotShare = {
  gate: 'alert_words',
  async read({ tx, viewer }): Promise<RegisterAlertWords> {
    return { alert_words: await alertWordsOf(tx, viewer.id) }
  },
}
