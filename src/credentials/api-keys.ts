import { createHash, randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 32
const KEY_FORM = /^[A-Za-z0-9]{32}$/

/** Draws a new API key: 32 letters and digits, 190 bits of entropy. */
export function drawApiKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** Whether a text can be an API key at all. */
export function hasApiKeyForm(text: string): boolean {
  return KEY_FORM.test(text)
}

/** What is stored of a key, and what it is looked up by. */
export function apiKeyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
