import * as z from 'zod'
import { dataExport } from '../shapes/data-export.ts'
import { eventKind } from './event-kind.ts'

/** All exports, after one of them changed. */
export const realmExport = eventKind('realm_export', { exports: z.array(dataExport) })

/** A user did or did not agree to the export of private data. */
export const realmExportConsent = eventKind('realm_export_consent', {
  user_id: z.int(),
  consented: z.boolean(),
})
