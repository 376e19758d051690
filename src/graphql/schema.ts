import type { GraphQLSchema } from 'graphql'
import { builder } from './builder.ts'
import './scalars.ts'
import '../access/explain-schema.ts'
import '../channel-folders/schema.ts'
import '../channels/email-address-schema.ts'
import '../channels/schema.ts'
import '../channels/update-schema.ts'
import '../credentials/schema.ts'
import '../events/schema.ts'
import '../events/typed/changes-schema.ts'
import '../events/typed/schema.ts'
import '../events/visitors-schema.ts'
import '../groups/change-schema.ts'
import '../groups/schema.ts'
import '../messages/delete-message-schema.ts'
import '../messages/delete-topic-schema.ts'
import '../messages/flags-schema.ts'
import '../messages/mark-read-schema.ts'
import '../messages/history/schema.ts'
import '../messages/schema.ts'
import '../messages/search-schema.ts'
import '../messages/send-schema.ts'
import '../messages/update/schema.ts'
import '../organizations/schema.ts'
import '../reactions/schema.ts'
import '../subscriptions/schema.ts'
import '../typing/schema.ts'
import '../user-topics/schema.ts'
import '../users/change-schema.ts'
import '../users/create-user-schema.ts'
import '../users/schema.ts'

builder.queryType({ description: 'Everything that can be read.' })
builder.mutationType({ description: 'Everything that can be changed.' })
builder.subscriptionType({ description: 'Everything that can be followed.' })

/** The whole schema. Each noun has added its part to the builder on import. */
export const schema: GraphQLSchema = builder.toSchema()
