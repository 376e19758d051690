import type { Role } from '../contract/roles.ts'

/** The organization that a request is about. */
export interface ViewerOrganization {
  readonly id: number
  /** Empty for the organization at the server's root address. */
  readonly subdomain: string
  readonly name: string
  /** Stored settings; read through organizationSettings(). */
  readonly settings: unknown
  /** Counts the changes of its linkifiers; 0 as long as it never had any. */
  readonly linkifiersVersion: number
}

/** The authenticated user on whose behalf something happens. */
export interface Viewer {
  readonly id: number
  readonly organizationId: number
  readonly organization: ViewerOrganization
  readonly role: Role
  readonly fullName: string
  readonly deliveryEmail: string
  readonly emailAddressVisibility: number
  readonly dateJoined: Date
  readonly isBot: boolean
  readonly botType: number | null
  readonly botOwnerId: number | null
  /** Stored personal settings; read through userSettings(). */
  readonly settings: unknown
  readonly canCreateUsers: boolean
  readonly canChangeUserEmails: boolean
  readonly canForgeSender: boolean
}

const INCOMING_WEBHOOK = 2

/** Whether this is a bot that may do nothing but send messages (reference: "Bots"). */
export function isIncomingWebhook({ botType }: Pick<Viewer, 'botType'>): boolean {
  return botType === INCOMING_WEBHOOK
}
