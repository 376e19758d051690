import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { ViewerType } from '../users/viewer-type.ts'
import { alertWordsOf } from './alert-words.ts'
import { addAlertWords, removeAlertWords } from './change-words.ts'

builder.objectField(ViewerType, 'alertWords', (t) =>
  t.stringList({
    description: 'Words and phrases that alert the viewer where a message has them; the oldest first.',
    resolve: ({ id }, _, { core }) => alertWordsOf(core.db, id),
  }),
)

const ChangeAlertWordsInput = builder.inputType('ChangeAlertWordsInput', {
  description: 'Words or phrases.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    words: t.stringList({
      required: true,
      description: 'To be added: at most 100 characters each. Case does not matter.',
    }),
  }),
})

const AlertWordsPayload = builder.objectRef<{ alertWords: string[] }>('AlertWordsPayload').implement({
  description: 'The viewer’s alert words after a change.',
  fields: (t) => ({
    alertWords: t.exposeStringList('alertWords', { description: 'All of them, the oldest first.' }),
  }),
})

builder.mutationField('addAlertWords', (t) =>
  t.field({
    type: AlertWordsPayload,
    description:
      'Adds words that alert the viewer; those that are there already are ignored. Errors: BAD_REQUEST for a word that is too long.',
    args: { input: t.arg({ type: ChangeAlertWordsInput, required: true, description: 'The words.' }) },
    resolve: async (_, { input }, context) => ({
      alertWords: await addAlertWords(writing(context, 'addAlertWords', input), input.words),
    }),
  }),
)

builder.mutationField('removeAlertWords', (t) =>
  t.field({
    type: AlertWordsPayload,
    description:
      'Removes words that alert the viewer; unknown ones are ignored. Errors: BAD_REQUEST for a null byte.',
    args: { input: t.arg({ type: ChangeAlertWordsInput, required: true, description: 'The words.' }) },
    resolve: async (_, { input }, context) => ({
      alertWords: await removeAlertWords(writing(context, 'removeAlertWords', input), input.words),
    }),
  }),
)
