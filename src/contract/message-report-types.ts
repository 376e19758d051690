/** Kinds of message report: keys as in POST /messages/{id}/report, labels for people. */
export const messageReportTypes = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates the community’s norms',
  other: 'Other reason',
} as const

export type MessageReportType = keyof typeof messageReportTypes
