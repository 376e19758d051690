import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { basicChannel, listedChannel, neverSubscribedChannel } from '../../src/contract/shapes/channel.ts'
import { canonicalReactionType } from '../../src/contract/shapes/emoji-reaction.ts'
import { canonicalMessage, listedMessage, message } from '../../src/contract/shapes/message.ts'
import { subscription } from '../../src/contract/shapes/subscription.ts'
import { crossRealmBot, listedUser, user, userBase } from '../../src/contract/shapes/user.ts'
import { userGroup } from '../../src/contract/shapes/user-group.ts'
import { openObjects } from './closed.ts'
import {
  canonicalMessageSample,
  channelSample,
  messageSample,
  subscriptionSample,
  userGroupSample,
  userSample,
} from './wire-samples.ts'

const { profile_data: _, ...userBaseSample } = userSample
const { is_active: __, ...listedUserSample } = userSample

const shapes: Record<string, { schema: z.ZodType; sample: Record<string, unknown> }> = {
  basicChannel: { schema: basicChannel, sample: channelSample },
  neverSubscribedChannel: {
    schema: neverSubscribedChannel,
    sample: { ...channelSample, partial_subscribers: [11] },
  },
  listedChannel: { schema: listedChannel, sample: { ...channelSample, is_default: true } },
  subscription: { schema: subscription, sample: subscriptionSample },
  message: { schema: message, sample: messageSample },
  listedMessage: {
    schema: listedMessage,
    sample: { ...messageSample, flags: ['read'], match_content: '<p></p>', match_subject: 'logos' },
  },
  canonicalMessage: { schema: canonicalMessage, sample: canonicalMessageSample },
  userBase: { schema: userBase, sample: userBaseSample },
  user: { schema: user, sample: userSample },
  listedUser: { schema: listedUser, sample: listedUserSample },
  crossRealmBot: {
    schema: crossRealmBot,
    sample: { ...userBaseSample, is_bot: true, bot_type: 1, is_system_bot: true },
  },
  userGroup: { schema: userGroup, sample: userGroupSample },
}

describe.each(Object.entries(shapes))('the shape %s', (_name, { schema, sample }) => {
  test('fits what it describes and nothing more', () => {
    expect(schema.parse(sample)).toEqual(sample)
    expect(schema.safeParse({ ...sample, undeclared: 1 }).success).toBe(false)
    expect(openObjects(schema)).toEqual([])
  })
})

test('a direct message has its participants and no channel', () => {
  const { stream_id: _, ...rest } = messageSample
  const participant = { id: 11, email: 'ida@example.org', full_name: 'Ida Moreau', is_mirror_dummy: false }
  const direct = { ...rest, type: 'private', subject: '', display_recipient: [participant] }
  expect(message.safeParse(direct).success).toBe(true)
})

test('the extra emoji goes by one name once it is stored', () => {
  expect(canonicalReactionType('zulip_extra_emoji')).toBe('service_extra_emoji')
  expect(canonicalReactionType('realm_emoji')).toBe('realm_emoji')
})
