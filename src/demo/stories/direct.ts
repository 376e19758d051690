import type { Story } from '../story.ts'

/** What two or three people write to each other. */
export const directStories: readonly Story[] = [
  [
    'A: Are you in today?',
    'B: From ten on. Why?',
    'A: I have your charger :smile:',
    'B: Ah, there it is. {thanks}',
  ],
  [
    'A: Could you read something before I send it to everybody?',
    'B: {yes}, where is it?',
    'A: > We meet on {day} and decide about {trail}. Whoever cannot come tells me before.',
    'B: Clear and short. I would say *by noon* instead of *before*.',
    'A: {thanks}',
  ],
  ['A: Happy birthday! {emoji}', 'B: Thank you!! How did you know?', 'A: The cake list in #**kitchen**.'],
  ['A: Lunch on {day}?', 'B: {day} is full. The day after?', 'A: {good}, {time}.', 'B: :thumbs_up:'],
  [
    'A: I was too harsh in the meeting. Sorry.',
    'B: You were right about the dates, though.',
    'A: Still.',
    'B: All good. Coffee?',
    'A: :coffee:',
  ],
  [
    'A: Do you know who has the key to {place}?',
    'B: {C} had it yesterday.',
    'C: Still here, in my left pocket.',
    'A: Please do not move.',
  ],
  [
    'A: Your talk about {trail} was the best of the evening.',
    'B: There were only {n} people.',
    'A: All of them liked it.',
    'B: {emoji}',
  ],
  ['A: The warden of {hut} reads `warden@hut.example`, as promised.', 'B: {thanks} I write on {day}.'],
]
