import express from 'express'
import { emojiNamesByCode, extraEmojiUrl } from '../markdown/emoji-names.ts'
import { usualLogos } from '../organizations/pictures.ts'
import { extraEmojiPicture } from './extra-emoji-picture.ts'

/** Names of all Unicode emoji by code, as clients fetch them (register: `server_emoji_data_url`). */
export const emojiNamesPath = '/static/emoji-names.json'

const DAY_SECONDS = 86_400

/** A speech bubble and the name, in one colour. */
function logo(color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 36" width="150" height="36" role="img" aria-label="Parley">
<path fill="${color}" d="M6 4h24a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H18l-8 7v-7H6a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z"/>
<text x="44" y="26" font-family="system-ui, sans-serif" font-size="24" font-weight="600" fill="${color}">Parley</text>
</svg>
`
}

const logos = new Map([
  [usualLogos.logo, logo('#1d4d4f')],
  [usualLogos.nightLogo, logo('#e6f2f1')],
])

let emojiNames: string | undefined

/** The few files that clients fetch without credentials; they may keep them for a day. */
export function staticFiles(): express.Router {
  const router = express.Router()
  const cached = `public, max-age=${DAY_SECONDS}`
  for (const [path, image] of logos) {
    router.get(path, (_request, response) => {
      response.set('Cache-Control', cached).type('image/svg+xml').send(image)
    })
  }
  router.get(extraEmojiUrl, (_request, response) => {
    response.set('Cache-Control', cached).type('image/png').send(extraEmojiPicture)
  })
  router.get(emojiNamesPath, (_request, response) => {
    emojiNames ??= JSON.stringify({ code_to_names: Object.fromEntries(emojiNamesByCode()) })
    response.set('Cache-Control', cached).type('application/json').send(emojiNames)
  })
  return router
}
