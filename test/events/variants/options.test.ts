import { describe, expect, it } from 'vitest'
import { knowsPronouns } from '../../../rest-facade/organizations/client-compatibility.ts'
import { canonicalMessageSample, reactionSample, userSample } from '../../contract/wire-samples.ts'
import { presentationWith, shown } from './shown.ts'

const message = { type: 'message', message: canonicalMessageSample }

describe('options of POST /register', () => {
  it('apply_markdown: HTML or Markdown, and which of them it is', () => {
    const [html] = shown(message, presentationWith([], { applyMarkdown: true }))
    const [markdown] = shown(message, presentationWith([], { applyMarkdown: false }))
    expect(html?.message).toMatchObject({ content: '<p>First draft</p>', content_type: 'text/html' })
    expect(markdown?.message).toMatchObject({ content: 'First draft', content_type: 'text/x-markdown' })
    expect(html?.message).not.toHaveProperty('rendered_content')
  })

  it('client_gravatar: null for the Gravatar of a sender whose address everybody knows, and only then', () => {
    const own = { type: 'message', message: { ...canonicalMessageSample, avatar_is_gravatar: false } }
    const avatar = (event: Record<string, unknown>, clientGravatar: boolean) => {
      const [wire] = shown(event, presentationWith([], { clientGravatar }))
      const sent = wire?.message as { avatar_url: unknown } | undefined
      return sent?.avatar_url
    }
    expect(avatar(message, true)).toBeNull()
    expect(avatar(message, false)).toBe(canonicalMessageSample.avatar_url)
    expect(avatar(own, true)).toBe(canonicalMessageSample.avatar_url)
  })

  it.each([
    ['https://secure.gravatar.com/avatar/0a?d=identicon&version=1', 'ida@example.org', null],
    [
      'https://secure.gravatar.com/avatar/0a?d=identicon&version=1',
      null,
      'https://secure.gravatar.com/avatar/0a?d=identicon&version=1',
    ],
    ['/user_avatars/2/11.png?v=1', 'ida@example.org', '/user_avatars/2/11.png?v=1'],
  ])(
    'client_gravatar: a new user at %s with the address %s is shown %s',
    (avatar_url, delivery_email, expected) => {
      const event = { type: 'realm_user', op: 'add', person: { ...userSample, avatar_url, delivery_email } }
      expect(shown(event, presentationWith([], { clientGravatar: true }))).toMatchObject([
        { person: { avatar_url: expected } },
      ])
      expect(shown(event, presentationWith([]))).toEqual([event])
    },
  )

  it('slim_presence: no address in presence of the old form', () => {
    const legacy = {
      type: 'presence',
      user_id: 11,
      server_timestamp: 1.5,
      presence: { website: { client: 'website', status: 'idle', timestamp: 1, pushable: false } },
    }
    const presences = { '11': { active_timestamp: 1, idle_timestamp: 1 } }
    const event = { ...legacy, presences, email: 'user11@chat.example.org' }
    expect(shown(event, presentationWith([], { slimPresence: true }))).toEqual([legacy])
    expect(shown(event, presentationWith(['simplified_presence_events'], { slimPresence: true }))).toEqual([
      { type: 'presence', presences },
    ])
  })

  it('event_types with user_topic: no muted_topics', () => {
    const event = { type: 'muted_topics', muted_topics: [['design', 'logos', 1]] }
    expect(shown(event, presentationWith([], { listsUserTopic: true }))).toEqual([])
    expect(shown(event, presentationWith([], { listsUserTopic: false }))).toEqual([event])
  })

  it('old mobile apps: pronouns are short text', () => {
    const field = {
      id: 3,
      type: 8,
      order: 1,
      name: 'Pronouns',
      hint: '',
      required: false,
      editable_by_user: true,
    }
    const event = { type: 'custom_profile_fields', fields: [field, { ...field, id: 4, type: 5 }] }
    expect(shown(event, presentationWith([], { knowsPronouns: true }))).toEqual([event])
    expect(shown(event, presentationWith([], { knowsPronouns: false }))).toEqual([
      {
        ...event,
        fields: [
          { ...field, type: 1 },
          { ...field, id: 4, type: 5 },
        ],
      },
    ])
  })

  it.each([
    ['ZulipMobile/27.191 (Android 12)', false],
    ['ZulipMobile/27.192 (iOS 15)', true],
    ['ZulipMobile/26.300', false],
    ['ZulipMobile/28.1', true],
    ['ZulipFlutter/0.1', true],
    [undefined, true],
  ])('%s knows pronouns: %s', (userAgent, expected) => {
    expect(knowsPronouns(userAgent)).toBe(expected)
  })
})

describe('the server’s extra emoji', () => {
  const extra = { ...reactionSample, reaction_type: 'service_extra_emoji' }
  const shownExtra = { ...reactionSample, reaction_type: 'zulip_extra_emoji' }

  it('goes by the name that existing clients know', () => {
    const added = { type: 'reaction', op: 'add', message_id: 101 }
    const status = {
      type: 'user_status',
      user_id: 12,
      away: false,
      status_text: '',
      emoji_name: '',
      emoji_code: '',
    }
    const plain = presentationWith([])
    expect(shown({ ...added, ...extra }, plain)).toEqual([{ ...added, ...shownExtra }])
    expect(shown({ ...added, ...reactionSample }, plain)).toEqual([{ ...added, ...reactionSample }])
    expect(shown({ ...status, reaction_type: 'service_extra_emoji' }, plain)).toEqual([
      { ...status, reaction_type: 'zulip_extra_emoji' },
    ])
    expect(shown({ ...status, reaction_type: '' }, plain)).toEqual([{ ...status, reaction_type: '' }])
    const sent = { type: 'message', message: { ...canonicalMessageSample, reactions: [extra] } }
    expect(shown(sent, plain)).toMatchObject([{ message: { reactions: [shownExtra] } }])
  })
})
