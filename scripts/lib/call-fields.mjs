// The fields of the calls of the API, as paths: `data.attributes.name`, `items[].size?` (optional to read or to send),
// `sections[](state=ok).id` (of one case of a union), `texts{}.title` (of each value of a record).

const inOrder = (a, b) => Number(a > b) - Number(a < b)

/** The fields of a JSON schema, sorted. */
export function fieldsOf(schema) {
  const fields = new Set()
  collect(schema, '', fields)
  return [...fields].toSorted(inOrder)
}

function collect(schema, path, fields) {
  for (const part of schema.allOf ?? []) collect(part, path, fields)
  const cases = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null')
  for (const one of cases) collect(one, cases.length === 1 ? path : `${path}(${caseOf(one)})`, fields)
  if (schema.items) collect(schema.items, `${path}[]`, fields)
  if (typeof schema.additionalProperties === 'object') collect(schema.additionalProperties, `${path}{}`, fields)
  for (const [name, value] of Object.entries(schema.properties ?? {})) {
    const field = path === '' ? name : `${path}.${name}`
    fields.add(schema.required?.includes(name) ? field : `${field}?`)
    collect(value, field, fields)
  }
}

/** What distinguishes a case of a union: its constants, else its type. */
function caseOf({ properties = {}, type = '' }) {
  const constants = Object.entries(properties).filter(([, value]) => value.const !== undefined)
  return constants.map(([name, value]) => `${name}=${value.const}`).join(' ') || type
}

/** By id of the call, the fields of its request and of its answer, from an OpenAPI document. */
export function callsOf({ paths }) {
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods))
  return Object.fromEntries(
    calls.map((call) => [call.operationId, { request: requestOf(call), answer: answerOf(call) }]),
  )
}

const schemasIn = (content = {}) => Object.values(content).flatMap(({ schema }) => (schema ? [schema] : []))

function requestOf({ parameters, requestBody }) {
  const ofParameters = parameters.map(({ in: where, name, required }) => `${where}.${name}${required ? '' : '?'}`)
  const ofBody = schemasIn(requestBody?.content).flatMap(fieldsOf)
  return [...ofParameters, ...ofBody.map((field) => `body.${field}`)].toSorted(inOrder)
}

function answerOf({ responses }) {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  return schemasIn(success?.[1].content).flatMap(fieldsOf).toSorted(inOrder)
}

const bare = (field) => field.replace(/\?$/, '')
const isRequired = (field) => !field.endsWith('?')
const containerOf = (field) => field.slice(0, Math.max(field.lastIndexOf('.'), 0))

/** Whether a list of fields has an object at this path; the whole request or answer is one. */
const hasObject = (fields, path) => path === '' || path === 'body' || fields.some((each) => each.startsWith(`${path}.`))

/** Required in `now`, and not in `before`, of objects that were there before. */
function newlyRequired(before, now) {
  const required = new Set(before.filter(isRequired))
  return now.filter((field) => isRequired(field) && !required.has(field) && hasObject(before, containerOf(field)))
}

/** Sentences about changes that programs of the same major version of the contract do not stand. */
export function breakingChanges(before, now) {
  return Object.entries(before).flatMap(([id, { request, answer }]) => {
    const call = now[id]
    if (!call) return [`${id} is not there any more.`]
    const kept = new Set(call.answer.map(bare))
    const removed = answer.filter(
      (field) => isRequired(field) && !kept.has(field) && hasObject(call.answer, containerOf(field)),
    )
    return [
      ...newlyRequired(answer, call.answer).map(
        (field) => `${id}: the answer requires ${field}, which earlier servers do not send. Make it optional to read.`,
      ),
      ...removed.map((field) => `${id}: the answer has no ${field} any more, which earlier sections require.`),
      ...newlyRequired(request, call.request).map(
        (field) => `${id}: the request requires ${field}, which earlier sections do not send. Make it optional.`,
      ),
    ]
  })
}
