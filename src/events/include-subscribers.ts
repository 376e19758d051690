import { builder } from '../graphql/builder.ts'

/** POST /register's include_subscribers. */
export const IncludeSubscribers = builder.enumType('IncludeSubscribers', {
  description: 'Whose ids a channel of the snapshot lists.',
  values: {
    NONE: { value: 'false', description: 'No subscribers.' },
    ALL: { value: 'true', description: 'Every subscriber.' },
    PARTIAL: { value: 'partial', description: 'In large channels only bots and recently active users.' },
  } as const,
})
