import { isIncomingWebhook, type Viewer } from '../access/viewer.ts'
import { builder } from '../graphql/builder.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { apiAddress } from './address.ts'
import { newestMessageIdOf } from './queries.ts'
import { UserType } from './user-type.ts'

/** Nouns add to it what is the viewer's own. */
export const ViewerType = builder.objectRef<Viewer>('Viewer').implement({
  description: 'Whoever asks, and what is theirs.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The integer that REST uses.' }),
    fullName: t.exposeString('fullName', { description: 'The name.' }),
    role: t.int({
      description: '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
      resolve: ({ role }) => role,
    }),
    isBot: t.exposeBoolean('isBot', { description: 'Whether it is a program.' }),
    isIncomingWebhook: t.boolean({
      description: 'Whether it is a bot that may do nothing but send messages.',
      resolve: isIncomingWebhook,
    }),
    email: t.string({
      description: 'The address that the API goes by: the real one when everybody may see it, else a dummy.',
      resolve: (viewer, _, { core, organization }) =>
        apiAddress(viewer, organizationHostName(core.config, organization)),
    }),
    deliveryEmail: t.exposeString('deliveryEmail', { description: 'The real address.' }),
    user: t.field({
      type: UserType,
      description: 'The viewer as others see them.',
      resolve: ({ id }, _, { loaders }) => loaders.users.load(id),
    }),
    newestMessageDatabaseId: t.int({
      description: 'Id of the newest message that the viewer received; -1 for none.',
      resolve: ({ id }, _, { core }) => newestMessageIdOf(core.db, id),
    }),
  }),
})
