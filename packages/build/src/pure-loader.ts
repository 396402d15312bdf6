const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/.source
const documentation = new RegExp(String.raw`\b(summary|why): *\n? *(?:${STRING})(?: \+\n *(?:${STRING}))*`, 'g')

/**
 * webpack loader for packages/api: marks schema and endpoint definitions as free of side effects, so that each section
 * bundles only the endpoints that it calls, and removes the sentences of the API's documentation.
 */
export default function pureLoader(source: string): string {
  return source
    .replaceAll(documentation, "$1: ''")
    .replaceAll(/(?<=[=:(,[]\s*)((?:z\.\w+|endpoint)\()/g, '/*#__PURE__*/ $1')
}
