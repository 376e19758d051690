/** A mail, or a recipient of it, that is not taken: what the mail server is told (RFC 5321, 4.2.3). */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }

  /** Whether the mail server is to try again later. */
  get isTemporary(): boolean {
    return this.responseCode < 500
  }
}

/** The one answer for whatever is not taken: it tells nothing of whether there is such an address or channel. */
export const notTaken = () => new Refusal(550, 'No mail is taken for this address')
export const later = () => new Refusal(451, 'This mail cannot be taken now')
export const tooMany = () => new Refusal(450, 'Too many mails have come for this address: try again later')
export const tooLarge = () => new Refusal(552, 'The mail or a file in it is too large')
export const noRoom = () => new Refusal(552, 'There is no room for the files in this mail')
export const unreadable = () => new Refusal(554, 'The mail cannot be read')
export const goesRound = () => new Refusal(554, 'The mail goes round in circles')
export const automaticAnswer = () => new Refusal(550, 'Automatic answers are not taken')
