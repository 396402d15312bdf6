import { IntlMessageFormat } from 'intl-messageformat'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { presentNotifications } from './present-notification.ts'

test.each(['en-US', 'ar'])('the messages of many notifications are parsed once, in %s', (locale) => {
  const row = {
    id: 'id',
    user_id: 'user',
    category: 'remote-upload-done',
    title: 'notification.remote_upload_done.title',
    description: 'notification.remote_upload_done.description',
    message_values: '{"saved":2,"failed":1}',
    action: null,
    created_at: 0,
    read_at: null,
  } as const
  const { __parse: parse } = IntlMessageFormat
  let parsed = 0
  IntlMessageFormat.__parse = (...message) => {
    parsed++
    return parse!(...message)
  }
  expect(presentNotifications(Array(30).fill(row), textIn(locale))).toHaveLength(30)
  IntlMessageFormat.__parse = parse
  expect(parsed).toBeLessThanOrEqual(2)
})
