import { benchChannels } from './channels.ts'
import { benchDelivery } from './delivery/delivery.ts'
import { benchGetMessages } from './get-messages.ts'
import { benchIdleQueues } from './idle-queues.ts'
import { benchMarkRead } from './mark-read.ts'
import { benchMarkdown } from './markdown.ts'
import { benchMoveTopic } from './move-topic.ts'
import { benchNarrows } from './narrows/narrows.ts'
import { benchRegister } from './register.ts'
import { benchSendMessage } from './send-message.ts'
import { benchUploads } from './uploads/uploads.ts'

const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  'get-messages': benchGetMessages,
  'send-message': benchSendMessage,
  channels: benchChannels,
  delivery: benchDelivery,
  'idle-queues': benchIdleQueues,
  narrows: benchNarrows,
  'mark-read': benchMarkRead,
  'move-topic': benchMoveTopic,
  markdown: benchMarkdown,
  register: benchRegister,
  uploads: benchUploads,
}

// `npm run bench` runs all of them, `npm run bench -- send-message` one.
const wanted = process.argv.slice(2)
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length === 0 || wanted.includes(name)) await run()
}
