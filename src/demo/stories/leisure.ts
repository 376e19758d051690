import type { DemoChannel } from '../story.ts'

/** Where the cooperative is together. */
export const leisureChannels: readonly DemoChannel[] = [
  {
    name: 'field-trips',
    description: 'We walk what we draw. Who, where, with which shoes.',
    teams: [],
    topics: ['next trip', 'gear', 'photos', 'who drives', 'weather'],
    words: {
      thing: [
        'the autumn trip',
        'the packing list',
        'the car question',
        'the photo evening',
        'the weather plan',
      ],
      weather: [
        'Sun until noon',
        'Rain from four on',
        'Snow above 1800',
        'Wind, but dry',
        'Fog in the valley',
      ],
    },
    stories: [
      [
        'A: Trip on {day}: {trail}, {n} hours, {number} metres up. Who comes along?',
        'B: Me!',
        'C: Me, with dog.',
        'D: I can drive four.',
        'A: {good}. We meet {time} at the station.',
      ],
      [
        'A: {weather}. Do we go?',
        'B: We have gone in worse.',
        'C: We have, and we should not have.',
        'A: Then the low one, to {hut}. There is cake.',
        'B: I was for cake all along {emoji}',
      ],
      [
        'A: Has somebody found a blue glove?',
        'B: Left or right?',
        'A: Does it matter?',
        'B: I have a right one, from {hut}.',
        'A: It is mine! {thanks}',
      ],
      [
        'A: Measured on {trail}: our time is right for the way up, and much too slow for the way down.',
        'B: Because you run.',
        'A: I walk briskly.',
        'C: You *run*.',
      ],
    ],
  },
  {
    name: 'kitchen',
    description: 'Lunch, coffee and who has the key.',
    teams: [],
    topics: ['lunch', 'the coffee machine', 'cake', 'the key'],
    words: {
      thing: ['the coffee order', 'the shopping list', 'the fridge', 'the cake rota', 'the dishwasher'],
      dish: [
        'lentil soup',
        'dumplings',
        'a very large salad',
        'flatbread and cheese',
        'bean stew',
        'pancakes',
      ],
    },
    stories: [
      [
        'A: Today: {dish}. Enough for {number}.',
        'B: You mean enough for {n}.',
        'A: I have seen you eat.',
        'C: On my way {emoji}',
      ],
      [
        'A: The coffee machine blinks. All lights.',
        'B: That is the scale. Did anybody turn it off and on?',
        'C: That makes it angry.',
        'D: I have the manual. It says: *call {A}*.',
        'A: :neutral_face:',
      ],
      [
        'A: Whose is the box with the yellow lid? It has begun to think.',
        'B: Not mine.',
        'C: … mine. From the party.',
        'A: The party was in spring.',
        'C: I carry it out myself.',
      ],
      ['A: There is cake!', 'B: What kind?', 'A: Was. There was cake.', 'C: {emoji}'],
    ],
  },
  {
    name: 'books',
    description: 'What we read, and whether it was any good.',
    teams: [],
    topics: ['this month', 'wish list', 'maps in novels'],
    words: {
      thing: ['the book for this month', 'the reading evening', 'the shelf', 'the list'],
      kind: [
        'a crime story in a lighthouse',
        'a history of salt',
        'letters from a polar station',
        'a novel about a surveyor',
        'poems about rivers',
      ],
    },
    stories: [
      [
        'A: Finished: {kind}. Read it.',
        'B: Is it sad?',
        'A: Only the middle. And the end.',
        'C: May I have it after {B}?',
        'A: It is on the shelf.',
      ],
      [
        'A: Proposals for the next one? Mine: {kind}.',
        'B: {kind}.',
        'C: Anything under 300 pages, please.',
        'A: Then {B} wins {emoji}',
      ],
      [
        'A: There is a map on page one, and the hero walks forty miles in a morning.',
        'B: Perhaps it is downhill.',
        'C: Perhaps the author used our times.',
        'A: :joy:',
      ],
    ],
  },
  {
    name: 'music',
    description: 'The choir, the band, and what runs in the workshop.',
    teams: [],
    topics: ['choir', 'workshop radio', 'summer party'],
    words: {
      thing: ['the set list', 'the rehearsal', 'the summer party', 'the radio', 'the songbook'],
      song: [
        'the one with the whistle',
        'the slow one',
        'the sea shanty',
        'the canon in four voices',
        'the waltz',
      ],
    },
    stories: [
      [
        'A: Rehearsal on {day}, {time}. We do {song}.',
        'B: All verses?',
        'A: All that we can remember.',
        'C: So, one.',
        'A: {emoji}',
      ],
      [
        'A: Who chose today’s music in the workshop?',
        'B: Me. Why?',
        'A: I have been humming {song} since this morning.',
        'B: You are welcome.',
      ],
      [
        'A: We still need a bass for {song}.',
        'B: {@C} you have a deep voice.',
        'C: I have a cold.',
        'A: Can you keep it until {day}?',
      ],
    ],
  },
  {
    name: 'hiring',
    description: 'Applications and interviews. What is said here stays here.',
    isPrivate: true,
    teams: ['people'],
    topics: ['cartographer', 'summer interns', 'how we ask'],
    words: {
      thing: ['the job text', 'the interview plan', 'the answer to the applicants', 'the intern programme'],
    },
    stories: [
      [
        'A: {n} new letters for the cartographer’s job. One draws by hand.',
        'B: By hand! Invite.',
        'C: Invite, and the other one with the bridges, too.',
        'A: {day}, {time}?',
        'B: {yes}.',
      ],
      [
        'A: After each talk, write down what you think *before* you read what the others wrote.',
        'B: And if I have no opinion?',
        'A: Then write that.',
        'C: A good rule.',
      ],
    ],
  },
]
