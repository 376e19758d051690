import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  anyMentionBits,
  flagBit,
  flagBits,
  flagNames,
  isEditableFlag,
} from '../../src/contract/message-flags.ts'

test('names and bits stand for each other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), (bits) => {
      expect(flagBits(flagNames(bits))).toBe(bits)
    }),
  )
})

test('the derived flag follows either wildcard mention', () => {
  expect(flagNames(1 | 16)).toEqual(['read', 'stream_wildcard_mentioned', 'wildcard_mentioned'])
  expect(flagNames(32 | 128)).toEqual(['topic_wildcard_mentioned', 'historical', 'wildcard_mentioned'])
  expect(flagNames(8)).toEqual(['mentioned'])
})

test('the bits that indexes are built on', () => {
  expect(flagBit('read')).toBe(1)
  expect(flagBit('starred')).toBe(2)
  expect(anyMentionBits).toBe(56)
})

test('users change three flags only', () => {
  expect(['read', 'starred', 'collapsed'].every(isEditableFlag)).toBe(true)
  expect(['mentioned', 'historical', 'wildcard_mentioned', 'toString'].some(isEditableFlag)).toBe(false)
})

test('what is no stored flag has no bit', () => {
  expect(flagBit('wildcard_mentioned')).toBeUndefined()
  expect(flagBit('toString')).toBeUndefined()
})
