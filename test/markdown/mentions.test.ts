import { describe, expect, it } from 'vitest'
import { html, render } from './cast.ts'

const user = (id: number, name: string): string =>
  `<span class="user-mention" data-user-id="${id}">@${name}</span>`
const silentUser = (id: number, name: string): string =>
  `<span class="user-mention silent" data-user-id="${id}">${name}</span>`
const wildcard = (word: string): string =>
  `<span class="user-mention channel-wildcard-mention" data-user-id="*">@${word}</span>`

const claims: [claim: string, input: string, output: string][] = [
  ['a full name mentions a user', '@**Ann Lee**', user(31, 'Ann Lee')],
  ['names match whatever their case', '@**aNN lEE**', user(31, 'Ann Lee')],
  ['a name and its id mention a user', '@**Ann Lee|31**', user(31, 'Ann Lee')],
  ['an id alone mentions a user', '@**|31**', user(31, 'Ann Lee')],
  ['an id tells users of one name apart', '@**Kim Doe|41**', user(41, 'Kim Doe')],
  ['of several users of a name the oldest is meant', '@**Kim Doe**', user(40, 'Kim Doe')],
  ['a name that does not fit the id stays', '@**Kim Doe|31**', '@**Kim Doe|31**'],
  ['an unknown name stays', '@**Nobody**', '@**Nobody**'],
  ['an unknown id stays', '@**|999**', '@**|999**'],
  ['names are escaped', '@**Tim & <Tom>**', user(50, 'Tim &amp; &lt;Tom&gt;')],
  ['an underscore silences', '@_**Ann Lee**', silentUser(31, 'Ann Lee')],
  ['a deactivated user is mentioned silently', '@**Bo Gone**', silentUser(32, 'Bo Gone')],
  ['"all" mentions the channel', '@**all**', wildcard('all')],
  ['"everyone" mentions the channel', '@**everyone**', wildcard('everyone')],
  ['"channel" mentions the channel', '@**channel**', wildcard('channel')],
  ['"stream" mentions the channel', '@**stream**', wildcard('stream')],
  [
    'a wildcard can be silent',
    '@_**all**',
    '<span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span>',
  ],
  ['"topic" mentions the topic', '@**topic**', '<span class="topic-mention">@topic</span>'],
  ['"topic" can be silent', '@_**topic**', '<span class="topic-mention silent">topic</span>'],
  [
    'one star mentions a group',
    '@*crew*',
    '<span class="user-group-mention" data-user-group-id="17">@crew</span>',
  ],
  [
    'a group is found whatever its case',
    '@*CREW*',
    '<span class="user-group-mention" data-user-group-id="17">@crew</span>',
  ],
  [
    'a group can be silent',
    '@_*crew*',
    '<span class="user-group-mention silent" data-user-group-id="17">crew</span>',
  ],
  [
    'a deactivated group is mentioned silently',
    '@*alumni*',
    '<span class="user-group-mention silent" data-user-group-id="18">alumni</span>',
  ],
  [
    'a system group shows its display name',
    '@_*role:moderators*',
    '<span class="user-group-mention silent" data-user-group-id="3">Moderators</span>',
  ],
  ['an unknown group stays', '@*nobody*', '@*nobody*'],
  ['a letter before prevents a mention', 'a@**Ann Lee**', 'a@<strong>Ann Lee</strong>'],
  ['a mention may stand in brackets', '(@**Ann Lee**)', `(${user(31, 'Ann Lee')})`],
  ['a mention may stand in a slash list', 'x/@**Ann Lee**', `x/${user(31, 'Ann Lee')}`],
  ['a mention may stand in emphasis', '*for @**Ann Lee** *', `*for ${user(31, 'Ann Lee')} *`],
  ['code mentions nobody', '`@**Ann Lee**`', '<code>@**Ann Lee**</code>'],
  ['links mention nobody', '[@**Ann Lee**](http://b.c)', '<a href="http://b.c">@**Ann Lee**</a>'],
]

const noOne = { mentionedUserIds: [], mentionedGroupIds: [], channelWildcard: false, topicWildcard: false }

const effects: [claim: string, input: string, effect: Partial<ReturnType<typeof render>>][] = [
  [
    'users are told, once, in the order of the text',
    '@**|40** @**|31** @**|40**',
    { mentionedUserIds: [40, 31] },
  ],
  ['groups are told', '@*crew*', { mentionedGroupIds: [17] }],
  ['the channel is told', '@**all**', { channelWildcard: true }],
  ['the topic is told', '@**topic**', { topicWildcard: true }],
  ['a spoiler does not keep it from them', '```spoiler\n@**|31**\n```', { mentionedUserIds: [31] }],
  ['a list does not keep it from them', '* @**|31**', { mentionedUserIds: [31] }],
  ['silent mentions tell nobody', '@_**Ann Lee** @_*crew* @_**all** @_**topic**', {}],
  ['deactivated users and groups are not told', '@**Bo Gone** @*alumni*', {}],
  ['quotes tell nobody', '> @**Ann Lee** @*crew* @**all** @**topic**', {}],
  ['fenced quotes tell nobody', '```quote\n@**Ann Lee** @**all**\n```', {}],
  ['lists in quotes tell nobody', '> * @**Ann Lee**', {}],
  ['code tells nobody', '`@**all**` \n```\n@**Ann Lee**\n```', {}],
  ['links tell nobody', '[@**all**](http://b.c)', {}],
  ['a text behind a quote tells them', '> x\n\n@**Ann Lee**', { mentionedUserIds: [31] }],
]

describe('mentions', () => {
  it.each(claims)('%s', (_claim, input, output) => {
    expect(html(input)).toBe(`<p>${output}</p>`)
  })

  it('are silent in quotes', () => {
    expect(html('> @**Ann Lee**')).toBe(`<blockquote>\n<p>${silentUser(31, 'Ann Lee')}</p>\n</blockquote>`)
  })
})

describe('who is told', () => {
  it.each(effects)('%s', (_claim, input, effect) => {
    const { html: _html, pages: _pages, ...told } = render(input)
    expect(told).toEqual({ ...noOne, ...effect })
  })
})
