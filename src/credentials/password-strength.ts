import { badRequest } from '../contract/coded-error.ts'
import { credentialLimits } from '../contract/limits.ts'
import { commonPasswords } from './common-passwords.ts'

const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
]

/**
 * Refuses passwords that are found within the guesses that a password has to withstand: whatever
 * longer lists of common passwords begin with, one block over and over, a run over the alphabet or
 * the keyboard, and the person's own words. Six characters of anything else take more.
 *
 * @param ownWords what a guesser would try first, such as the person's name and address
 * @throws CodedError BAD_REQUEST
 */
export function checkPassword(password: string, ownWords: readonly string[]): void {
  const { passwordMinimumLength, passwordMaximumLength } = credentialLimits
  const length = [...password].length
  if (length < passwordMinimumLength) {
    throw badRequest(`password is too short (minimum: ${passwordMinimumLength} characters)`)
  }
  if (length > passwordMaximumLength) {
    throw badRequest(`password is too long (limit: ${passwordMaximumLength} characters)`)
  }
  if (isEasilyGuessed(password.toLowerCase(), ownWords)) throw badRequest('password is too easy to guess')
}

function isEasilyGuessed(password: string, ownWords: readonly string[]): boolean {
  return (
    commonPasswords.has(password) ||
    ownWords.some((own) => own.toLowerCase() === password) ||
    isRepetition(password) ||
    isSequence(password)
  )
}

/** One short block over and over, such as `aaaaaa` and `abcabc`. */
function isRepetition(text: string): boolean {
  return /^(.{1,3}?)\1+$/su.test(text)
}

function isSequence(text: string): boolean {
  const backwards = [...text].reverse().join('')
  return sequences.some((run) => {
    const round = run + run
    return round.includes(text) || round.includes(backwards)
  })
}
