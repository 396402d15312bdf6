import { breakingChanges, callsOf, fieldsOf } from './call-fields.mjs'

const text = { type: 'string' }
const object = (properties: object, ...required: string[]) => ({ type: 'object', properties, required })

test('fields are paths, through lists, records, nullable values and the cases of a union', () => {
  const state = (name: string, more: object) => object({ state: { const: name }, ...more }, 'state')
  const schema = object(
    {
      items: { type: 'array', items: object({ size: text, note: text }, 'size') },
      texts: { type: 'object', additionalProperties: object({ title: text }, 'title') },
      owner: { anyOf: [object({ name: text }, 'name'), { type: 'null' }] },
      sections: { type: 'array', items: { oneOf: [state('ok', { id: text }), state('off', {})] } },
    },
    'items',
    'owner',
    'sections',
  )
  expect(fieldsOf(schema)).toEqual([
    'items',
    'items[].note?',
    'items[].size',
    'owner',
    'owner.name',
    'sections',
    'sections[](state=off).state',
    'sections[](state=ok).id?',
    'sections[](state=ok).state',
    'texts?',
    'texts{}.title',
  ])
})

test('reads the parameters, the body and the successful answer of each call', () => {
  const content = (schema: object) => ({ content: { 'application/json': { schema } } })
  const call = {
    operationId: 'files.show',
    parameters: [
      { in: 'path', name: 'id', required: true },
      { in: 'query', name: 'sort', required: false },
    ],
    requestBody: content(object({ name: text }, 'name')),
    responses: { 200: content(object({ data: text }, 'data')), 404: content(object({ code: text }, 'code')) },
  }
  expect(callsOf({ paths: { '/files/{id}': { get: call } } })).toEqual({
    'files.show': { request: ['body.name', 'path.id', 'query.sort?'], answer: ['data'] },
  })
})

const before = { show: { request: ['body.name', 'body.note?'], answer: ['data', 'data.id', 'data.size?'] } }
const show = (change: object) => ({ show: { ...before.show, ...change } })

test.each([
  [
    'a required field of the answer',
    show({ answer: [...before.show.answer, 'data.has_room'] }),
    'requires data.has_room',
  ],
  [
    'a field of the answer that becomes required',
    show({ answer: ['data', 'data.id', 'data.size'] }),
    'requires data.size',
  ],
  ['a field that the answer loses', show({ answer: ['data', 'data.size?'] }), 'has no data.id any more'],
  ['a required field of the request', show({ request: [...before.show.request, 'body.kind'] }), 'requires body.kind'],
  ['a field of the request that becomes required', show({ request: ['body.name', 'body.note'] }), 'requires body.note'],
  ['a call that is removed', {}, 'show is not there any more'],
])('refuses %s', (_, now, words) => {
  expect(breakingChanges(before, now).join('\n')).toContain(words)
  expect(breakingChanges(before, now)).toHaveLength(1)
})

test.each([
  ['an optional field of the answer', show({ answer: [...before.show.answer, 'data.note?'] })],
  [
    'an optional object with required fields',
    show({ answer: [...before.show.answer, 'data.owner?', 'data.owner.id'] }),
  ],
  ['a field of the answer that becomes optional', show({ answer: ['data', 'data.id?', 'data.size?'] })],
  ['optional fields of the request, and fewer', show({ request: ['body.name?', 'body.kind?'] })],
  ['another call', { ...before, list: { request: ['query.page'], answer: ['data'] } }],
])('allows %s', (_, now) => {
  expect(breakingChanges(before, now)).toEqual([])
})
