import type { RenderOptions } from '../../src/markdown/context.ts'
import type { References } from '../../src/markdown/references.ts'
import { type Rendered, renderMarkdown } from '../../src/markdown/render.ts'

/** Whom and what the texts of these tests can refer to. */
export const references: References = {
  users: [
    { id: 31, fullName: 'Ann Lee', isActive: true },
    { id: 32, fullName: 'Bo Gone', isActive: false },
    { id: 40, fullName: 'Kim Doe', isActive: true },
    { id: 41, fullName: 'Kim Doe', isActive: true },
    { id: 50, fullName: 'Tim & <Tom>', isActive: true },
  ],
  groups: [
    { id: 17, name: 'crew', displayName: 'crew', deactivated: false, isSystem: false },
    { id: 18, name: 'alumni', displayName: 'alumni', deactivated: true, isSystem: false },
    { id: 3, name: 'role:moderators', displayName: 'Moderators', deactivated: false, isSystem: true },
  ],
  channels: [
    { id: 9, name: 'plans' },
    { id: 10, name: 'R&D team' },
  ],
  topics: [
    { channelId: 9, topic: 'Q1 goals', newestMessageId: 214 },
    { channelId: 9, topic: '', newestMessageId: 215 },
  ],
  customEmoji: new Map([
    ['partyparrot', '/user_avatars/2/emoji/images/5.png'],
    ['octopus', '/user_avatars/2/emoji/images/6.png'],
  ]),
  pictures: new Map([
    ['2/ab/x.png', { contentType: 'image/png', width: 800, height: 600, isAnimated: false }],
    ['2/cd/y.gif', { contentType: 'image/gif', width: 20, height: 10, isAnimated: true }],
    ['2/ef/ä b.png', { contentType: 'image/png', width: 1, height: 1, isAnimated: false }],
  ]),
}

const defaults: RenderOptions = { emptyTopicDisplayName: 'general chat', serverUrl: 'https://chat.example' }

/** Renders a text among this cast. */
export function render(content: string, options: Partial<RenderOptions> = {}): Rendered {
  return renderMarkdown(content, references, { ...defaults, ...options })
}

/** The HTML of a text among this cast. */
export function html(content: string, options: Partial<RenderOptions> = {}): string {
  return render(content, options).html
}
