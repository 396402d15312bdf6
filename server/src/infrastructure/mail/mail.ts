export interface Mail {
  readonly to: string
  readonly subject: string
  /** The address that answers go to; default: the sender, which is this installation. */
  readonly replyTo?: string
  /** Paragraphs with empty lines between them. The HTML part is made of it. */
  readonly text: string
  /** Of the text; default: en-US. */
  readonly locale?: string
  /** The paragraph of the text that is only this link is a button in the HTML part. */
  readonly action?: { readonly label: string; readonly link: string }
  /** Address at which people stop mails of this kind, for those that they did not cause themselves. */
  readonly unsubscribeUrl?: string
}

export interface Mailer {
  /**
   * Whether mails reach their receivers. False where no mail server is set: mails are files in the data folder, no address
   * is verified, and nobody can choose to send a mail.
   */
  readonly delivers: boolean
  /** What links in mails begin with; never the host that a caller sent. */
  readonly publicUrl: string
  /**
   * Rejects where another attempt may succeed. What the mail server refuses for good, such as an address that does not
   * exist, is logged.
   */
  send(mail: Mail): Promise<void>
}
