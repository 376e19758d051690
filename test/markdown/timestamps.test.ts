import { describe, expect, it } from 'vitest'
import { parseTime } from '../../src/markdown/dates.ts'
import { html } from './cast.ts'

const readable: [written: string, moment: string][] = [
  ['2031-05-04T10:00:00+02:00', '2031-05-04T08:00:00Z'],
  ['2031-05-04T10:00:00Z', '2031-05-04T10:00:00Z'],
  ['2031-05-04T10:00:00.123Z', '2031-05-04T10:00:00Z'],
  ['2031-05-04 10:00', '2031-05-04T10:00:00Z'],
  ['2031-05-04', '2031-05-04T00:00:00Z'],
  ['2031-05-04T10:00-0330', '2031-05-04T13:30:00Z'],
  ['2031/5/4 10:00 PM', '2031-05-04T22:00:00Z'],
  ['May 4 2031 10:00', '2031-05-04T10:00:00Z'],
  ['4 May 2031', '2031-05-04T00:00:00Z'],
  ['4-May-2031', '2031-05-04T00:00:00Z'],
  ['Sunday, May 4th, 2031 at 12:30 a.m.', '2031-05-04T00:30:00Z'],
  ['Sun, 04 May 2031 10:00:00 +0200', '2031-05-04T08:00:00Z'],
  ['Sept 9, 2031 9pm GMT', '2031-09-09T21:00:00Z'],
  ['5/4/2031 10:00 UTC+2', '2031-05-04T08:00:00Z'],
  ['4.5.2031 10:00 CEST', '2031-05-04T08:00:00Z'],
  ['1935568800', '2031-05-03T10:00:00Z'],
  ['0', '1970-01-01T00:00:00Z'],
  ['20310504T100000Z', '2031-05-04T10:00:00Z'],
  ['20310504T1000+02:00', '2031-05-04T08:00:00Z'],
  ['-86400', '1969-12-31T00:00:00Z'],
  ['0099-01-01', '0099-01-01T00:00:00Z'],
]

const unreadable = [
  'soon',
  '10:00',
  '2031-02-30',
  '2031-13-01',
  '2031-05-04 25:00',
  '2031-05-04 13:00 pm',
  'May 4',
  'May May 4 2031',
  '2031-05-04 2031-05-04',
  '2031',
  '20310504T2500',
  '20311304T100000',
  '99999999999999',
  '999999999999',
  '2031-05-04 nonsense',
]

describe('times', () => {
  it.each(readable)('%s is read', (written, moment) => {
    expect(parseTime(written)).toBe(Date.parse(moment) / 1000)
    expect(html(`<time:${written}>`)).toBe(`<p><time datetime="${moment}">${written}</time></p>`)
  })

  it.each(unreadable)('%s stays text', (written) => {
    expect(html(`<time:${written}>`)).toBe(`<p>&lt;time:${written}&gt;</p>`)
  })

  it('stay text in code', () => {
    expect(html('`<time:2031-05-04>`')).toBe('<p><code>&lt;time:2031-05-04&gt;</code></p>')
  })
})
