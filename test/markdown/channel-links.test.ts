import { describe, expect, it } from 'vitest'
import { html } from './cast.ts'

const plans = '/#narrow/channel/9-plans'
const topic = (href: string, text: string): string =>
  `<a class="stream-topic" data-stream-id="9" href="${href}">${text}</a>`
const message = (href: string, text: string): string => `<a class="message-link" href="${href}">${text}</a>`

const claims: [claim: string, input: string, output: string][] = [
  ['a name links a channel', '#**plans**', `<a class="stream" data-stream-id="9" href="${plans}">#plans</a>`],
  [
    'a channel is found whatever its case',
    '#**PLANS**',
    `<a class="stream" data-stream-id="9" href="${plans}">#plans</a>`,
  ],
  [
    'names are escaped and encoded',
    '#**R&D team**',
    '<a class="stream" data-stream-id="10" href="/#narrow/channel/10-R.26D-team">#R&amp;D team</a>',
  ],
  [
    'a topic is linked at its newest message',
    '#**plans>Q1 goals**',
    topic(`${plans}/topic/Q1.20goals/with/214`, '#plans &gt; Q1 goals'),
  ],
  [
    'a topic without messages has no anchor',
    '#**plans>new**',
    topic(`${plans}/topic/new`, '#plans &gt; new'),
  ],
  [
    'the empty topic has a display name',
    '#**plans>**',
    topic(`${plans}/topic/with/215`, '#plans &gt; <em>general chat</em>'),
  ],
  [
    'a message is linked in its topic',
    '#**plans>Q1 goals@214**',
    message(`${plans}/topic/Q1.20goals/near/214`, '#plans &gt; Q1 goals @ 💬'),
  ],
  [
    'a message is linked in the empty topic',
    '#**plans>@214**',
    message(`${plans}/topic/near/214`, '#plans &gt; <em>general chat</em> @ 💬'),
  ],
  [
    'a topic is text, whatever it looks like',
    '#**plans>a.example :smile: <b>**',
    topic(`${plans}/topic/a.2Eexample.20.3Asmile.3A.20.3Cb.3E`, '#plans &gt; a.example :smile: &lt;b&gt;'),
  ],
  ['an unseen channel stays', '#**secret**', '#**secret**'],
  ['a topic of an unseen channel stays', '#**secret>a**', '#**secret&gt;a**'],
  ['code links nothing', '`#**plans**`', '<code>#**plans**</code>'],
  ['links hold no links', '[#**plans**](http://b.c)', '<a href="http://b.c">#**plans**</a>'],
]

describe('channel, topic and message links', () => {
  it.each(claims)('%s', (_claim, input, output) => {
    expect(html(input)).toBe(`<p>${output}</p>`)
  })

  it('show the empty topic as one channel has it elsewhere', () => {
    const options = { emptyTopicDisplayName: '<no topic>' }
    expect(html('#**plans>**', options)).toContain('<em>&lt;no topic&gt;</em>')
  })
})
