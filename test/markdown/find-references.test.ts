import { describe, expect, it } from 'vitest'
import { findReferences } from '../../src/markdown/find-references.ts'

describe('the names of a text', () => {
  it('are those of its users, groups, channels, topics, emoji and files, each once', () => {
    const text =
      '@**Ann Lee** (@_**Ann Lee**) @**Kim|41** @**|31** @*crew* @_*role:members* ' +
      '#**plans** #**plans>Q1** #**plans>** #**other>x@214** @**Ann Lee** :tea:cup: :tea: ' +
      '[x](/user_uploads/2/ab/%C3%A4.png) user_uploads/2/ab/y.png, https://chat.example/user_uploads/2/ab/y.png.'
    expect(findReferences(text)).toEqual({
      userNames: ['Ann Lee'],
      userIds: [41, 31],
      groupNames: ['crew', 'role:members'],
      channelNames: ['plans', 'other'],
      topics: [
        { channelName: 'plans', topic: 'Q1' },
        { channelName: 'plans', topic: '' },
      ],
      emojiNames: ['tea', 'cup'],
      uploads: ['2/ab/ä.png', '2/ab/y.png'],
    })
  })

  it('leave out the words that mention everybody', () => {
    const { userNames } = findReferences(
      '@**all** @**everyone** @**channel** @**stream** @**topic** @**All**',
    )
    expect(userNames).toEqual(['All'])
  })

  it('leave out what is no mention', () => {
    const text = 'a@**b** @**** @**a\nb** a#**c** x@y.example @**|99999999999** #**d'
    const { userNames, ...others } = findReferences(text)
    expect(userNames).toEqual(['|99999999999'])
    expect(others).toEqual({
      userIds: [],
      groupNames: [],
      channelNames: [],
      topics: [],
      emojiNames: [],
      uploads: [],
    })
  })
})
