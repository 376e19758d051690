import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  channelIdOf,
  channelOperand,
  decodeFragmentPart,
  directMessageOperand,
  encodeFragmentPart,
  parseNarrowFragment,
  topicLink,
  userIdsOf,
} from '../../src/markdown/fragments.ts'

describe('a part of a fragment', () => {
  it.each([
    ['Q1 goals', 'Q1.20goals'],
    ['a.b', 'a.2Eb'],
    ['a/b', 'a.2Fb'],
    ['50%', '50.25'],
    ["it's (so)!*", 'it.27s.20.28so.29.21.2A'],
    ['_-~', '_-~'],
    ['ä', '.C3.A4'],
  ])('%s is written %s', (text, part) => {
    expect(encodeFragmentPart(text)).toBe(part)
    expect(decodeFragmentPart(part)).toBe(text)
  })

  it('comes back whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const part = encodeFragmentPart(text)
        expect(part).toMatch(/^[A-Za-z0-9_~.-]*$/)
        expect(decodeFragmentPart(part)).toBe(text)
      }),
    )
  })

  it('is written even where the text is broken', () => {
    expect(encodeFragmentPart('\ud800')).toBe('.EF.BF.BD')
  })

  it('may stand for nothing', () => {
    expect(decodeFragmentPart('.ZZ')).toBeNull()
    expect(decodeFragmentPart('.FF')).toBeNull()
  })
})

describe('operands', () => {
  it('name a channel by its id', () => {
    expect(channelOperand(9, 'R&D team')).toBe('9-R.26D-team')
    expect(channelIdOf('9-R&D-team')).toBe(9)
    expect(channelIdOf('9')).toBe(9)
    expect(channelIdOf('plans')).toBeNull()
    expect(channelIdOf('9lives')).toBeNull()
  })

  it('name a direct conversation by its users', () => {
    expect(directMessageOperand([31, 40])).toBe('31,40-group')
    expect(directMessageOperand([31], 'Ann Lee')).toBe('31-Ann-Lee')
    expect(userIdsOf('31,40-group')).toEqual([31, 40])
    expect(userIdsOf('31-Ann-Lee')).toEqual([31])
    expect(userIdsOf('Ann')).toEqual([])
  })
})

describe('a link', () => {
  const plans = { id: 9, name: 'plans' }

  it('is read as its conditions', () => {
    expect(parseNarrowFragment('https://chat.example/#narrow/channel/9-plans/-topic/Q1.20goals')).toEqual([
      { operator: 'channel', operand: '9-plans', negated: false },
      { operator: 'topic', operand: 'Q1 goals', negated: true },
    ])
    expect(parseNarrowFragment('#narrow')).toEqual([])
    expect(parseNarrowFragment('#narrow/is/starred/')).toEqual([
      { operator: 'is', operand: 'starred', negated: false },
    ])
  })

  it('is read as written, with its topic and message', () => {
    for (const topic of ['', 'with', 'near/5', 'Q1 goals', 'with/214']) {
      for (const anchor of [undefined, { operator: 'with' as const, messageId: 214 }]) {
        const terms = [
          { operator: 'channel', operand: '9-plans', negated: false },
          { operator: 'topic', operand: topic, negated: false },
        ]
        if (anchor) terms.push({ operator: 'with', operand: '214', negated: false })
        expect(parseNarrowFragment(topicLink(plans, topic, anchor))).toEqual(terms)
      }
    }
  })

  it('may be none', () => {
    for (const link of ['#settings', '#narrowed/is/starred', '#narrow/topic/.ZZ', '#narrow//x']) {
      expect(parseNarrowFragment(link)).toBeNull()
    }
  })
})
