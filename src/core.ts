import { randomUUID } from 'node:crypto'
import { FileVisits } from './attachments/file-visits.ts'
import { Thumbnails } from './attachments/thumbnails.ts'
import type { Config } from './config.ts'
import { type KeyRows, openKeyRows } from './credentials/authenticate.ts'
import { PasswordAttempts } from './credentials/password-attempts.ts'
import { ServerSecrets } from './credentials/server-secret.ts'
import type { Database } from './database/database.ts'
import { AccountChanges } from './events/account-changes.ts'
import { Collection } from './events/collection.ts'
import { EventHub } from './events/hub.ts'
import { LongReads } from './events/long-reads.ts'
import { notifyWakeUps } from './events/notify-wake-ups.ts'
import { Polls } from './events/polls.ts'
import { QueueTouches } from './events/queue-touches.ts'
import { openQueueRows, type QueueRows } from './events/queues.ts'
import { redisWakeUps } from './events/redis-wake-ups.ts'
import { noWakeUps, type WakeUpHandlers, type WakeUps } from './events/wake-ups.ts'
import { ImageFetcher } from './external-content/image-fetcher.ts'
import { Internet } from './external-content/internet.ts'
import { PartFetcher } from './external-content/part-fetcher.ts'
import { Files } from './files/files.ts'
import { SystemGroupDirectory } from './groups/system-group-ids.ts'
import { DailyWork } from './jobs/daily-work.ts'
import { LinkPreviews } from './link-previews/link-previews.ts'
import { PageFetcher } from './link-previews/page-fetcher.ts'
import { LinkifierDirectory } from './linkifiers/linkifier-directory.ts'
import type { Logger } from './logger.ts'
import { Outbox } from './mail/outgoing/outbox.ts'
import { TextQueries } from './messages/narrow/text-queries.ts'
import { PresentOrganizations } from './organizations/present-organizations.ts'

/** What every request shares: made once per process, handed down explicitly. */
export interface Core {
  /** Names this process among those on one database. */
  readonly nodeId: string
  readonly config: Config
  readonly db: Database
  readonly files: Files
  readonly thumbnails: Thumbnails
  readonly fileVisits: FileVisits
  readonly imageFetcher: ImageFetcher
  readonly partFetcher: PartFetcher
  readonly linkPreviews: LinkPreviews
  readonly secrets: ServerSecrets
  readonly keyRows: KeyRows
  readonly hub: EventHub
  readonly wakeUps: WakeUps
  readonly queueRows: QueueRows
  readonly queueTouches: QueueTouches
  readonly polls: Polls
  readonly accounts: AccountChanges
  readonly presentOrganizations: PresentOrganizations
  readonly longReads: LongReads
  readonly collection: Collection
  readonly dailyWork: DailyWork
  readonly systemGroups: SystemGroupDirectory
  readonly linkifiers: LinkifierDirectory
  readonly textQueries: TextQueries
  readonly outbox: Outbox
  readonly passwordAttempts: PasswordAttempts
  readonly logger: Logger
  /** UNIX seconds at which this process started. */
  readonly startedAt: number
}

/**
 * Puts the parts together around an open, migrated database.
 *
 * @param startedAt UNIX seconds at which the server started
 * @param internet where other servers are; tests have one of their own
 */
export function createCore(
  config: Config,
  db: Database,
  logger: Logger,
  startedAt = Math.floor(Date.now() / 1000),
  internet = new Internet(),
): Core {
  const polls = new Polls()
  const accounts = new AccountChanges(polls)
  const presentOrganizations = new PresentOrganizations(db)
  const hub = new EventHub(db, logger, (event, organizationId) => {
    accounts.note(event)
    presentOrganizations.note(event, organizationId)
  })
  const files = new Files(db, config)
  const secrets = new ServerSecrets(db)
  const nodeId = randomUUID()
  const queueTouches = new QueueTouches(db, logger)
  const systemGroups = new SystemGroupDirectory()
  const handlers: WakeUpHandlers = {
    onEvents: (organizationId, eventId) => hub.wake(organizationId, eventId),
    onEndPoll: (queueId) => polls.end(queueId),
  }
  const wakeUps = openWakeUps(config, nodeId, handlers, logger)
  return {
    nodeId,
    config,
    db,
    files,
    thumbnails: new Thumbnails(db, files),
    fileVisits: new FileVisits(),
    imageFetcher: new ImageFetcher(internet),
    partFetcher: new PartFetcher(internet),
    linkPreviews: new LinkPreviews({ db, hub, wakeUps, config, secrets, logger }, new PageFetcher(internet)),
    secrets,
    keyRows: openKeyRows(db),
    hub,
    wakeUps,
    queueRows: openQueueRows(db),
    queueTouches,
    polls,
    accounts,
    presentOrganizations,
    longReads: new LongReads(polls, queueTouches),
    collection: new Collection(db),
    dailyWork: new DailyWork({ db, hub, wakeUps, logger }),
    systemGroups,
    linkifiers: new LinkifierDirectory(),
    textQueries: new TextQueries(),
    outbox: new Outbox(db, logger, config),
    passwordAttempts: new PasswordAttempts(),
    logger,
    startedAt,
  }
}

/** The embedded database has one process, which needs no wake-ups from others. */
function openWakeUps(
  { databaseUrl, redisUrl }: Config,
  nodeId: string,
  handlers: WakeUpHandlers,
  logger: Logger,
): WakeUps {
  if (!databaseUrl) return noWakeUps
  return redisUrl
    ? redisWakeUps(redisUrl, nodeId, handlers, logger)
    : notifyWakeUps(databaseUrl, nodeId, handlers, logger)
}

/** Releases what the core holds, the database last. */
export async function closeCore(core: Core): Promise<void> {
  await core.linkPreviews.close()
  core.hub.close()
  core.longReads.close()
  await core.outbox.close()
  await core.queueTouches.close()
  await core.wakeUps.close()
  core.files.close()
  await core.db.close()
}
