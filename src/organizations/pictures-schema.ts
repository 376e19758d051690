import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { removePicture, setPicture } from './change-pictures.ts'
import { organizationPayload } from './organization-payload.ts'
import type { OrganizationPicture } from './pictures.ts'

const OrganizationPictureType = builder.enumType('OrganizationPicture', {
  description: 'A picture of an organization.',
  values: {
    ICON: { value: 'icon', description: 'The square one.' },
    LOGO: { value: 'logo', description: 'The wide one.' },
    NIGHT_LOGO: { value: 'nightLogo', description: 'The wide one for dark themes.' },
  } as const satisfies Record<string, { value: OrganizationPicture; description: string }>,
})

const SetOrganizationPictureInput = builder.inputType('SetOrganizationPictureInput', {
  description: 'A picture of the organization.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    picture: t.field({ type: OrganizationPictureType, required: true, description: 'Which one.' }),
    image: t.field({
      type: 'Base64',
      required: true,
      description:
        'JPEG, PNG, GIF, WebP or AVIF, at most 5 MiB. Of the square one the middle is taken; a wide one is fitted into 800 by 100 pixels.',
    }),
  }),
})

builder.mutationField('setOrganizationPicture', (t) =>
  t.field({
    type: organizationPayload('SetOrganizationPicturePayload'),
    description:
      'Gives the organization a picture of its own; for administrators. Errors: UNAUTHORIZED_PRINCIPAL; BAD_IMAGE; BAD_REQUEST for one that is too large.',
    args: {
      input: t.arg({ type: SetOrganizationPictureInput, required: true, description: 'The picture.' }),
    },
    resolve: async (_, { input }, context) => {
      await setPicture(writing(context, 'setOrganizationPicture', input), input.picture, input.image)
      return {}
    },
  }),
)

const RemoveOrganizationPictureInput = builder.inputType('RemoveOrganizationPictureInput', {
  description: 'A picture that is to be dropped.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    picture: t.field({ type: OrganizationPictureType, required: true, description: 'Which one.' }),
  }),
})

builder.mutationField('removeOrganizationPicture', (t) =>
  t.field({
    type: organizationPayload('RemoveOrganizationPicturePayload'),
    description:
      'Drops a picture of the organization’s own, so that the usual one is shown; for administrators. Errors: UNAUTHORIZED_PRINCIPAL.',
    args: {
      input: t.arg({ type: RemoveOrganizationPictureInput, required: true, description: 'Which one.' }),
    },
    resolve: async (_, { input }, context) => {
      await removePicture(writing(context, 'removeOrganizationPicture', input), input.picture)
      return {}
    },
  }),
)
