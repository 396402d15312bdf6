// A page with every mail in every language, for `npm run dev`. No other code imports it, so that a server never has it.
import { createServer } from 'node:http'
import { type Branding, mailHtml } from '../../infrastructure/mail/mail-html.ts'
import { languages } from '../../infrastructure/messages/text-in.ts'
import { publicUrl, sampleMails } from './sample-mails.ts'

const port = Number(process.env['HOLDALL_MAIL_PREVIEW_PORT'] ?? '8089')
const branding: Branding = {
  name: process.env['HOLDALL_NAME'] ?? 'Holdall',
  accent: process.env['HOLDALL_ACCENT'] ?? null,
}
const locales = Object.keys(languages)

/** By path. */
function pages(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const rows = locales.flatMap((locale) =>
    Object.entries(sampleMails(locale, branding.name)).map(([id, mail]) => {
      const path = `/dev/mails/${locale}/${id}`
      found.set(path, mailHtml(mail, locale, branding, publicUrl))
      return `<li><a href="${path}">${locale} ${id}</a></li>`
    }),
  )
  found.set('/dev/mails', `<!doctype html><meta charset="utf-8"><title>Mails</title><ul>${rows.join('')}</ul>`)
  return found
}

createServer((request, response) => {
  const page = pages().get(new URL(request.url ?? '/', 'http://localhost').pathname)
  response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(page)
}).listen(port, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${port}/dev/mails has every mail in every language`)
})
