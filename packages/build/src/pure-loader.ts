const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/.source
const documentation = new RegExp(String.raw`\b(summary|why): *\n? *(?:${STRING})(?: \+\n *(?:${STRING}))*`, 'g')

const ofServer = /^ +(?:throttle: '[\w-]+'|restriction: '[\w-]+'|changes: \[[^\]\n]*\]),\n/gm

/**
 * webpack loader for packages/api: marks schema and endpoint definitions as free of side effects, so that each section
 * bundles only the endpoints that it calls, and removes what only the server and the API's documentation read.
 */
export default function pureLoader(source: string): string {
  return source
    .replaceAll(documentation, "$1: ''")
    .replaceAll(ofServer, '')
    .replaceAll(/(?<=[=:(,[]\s*)((?:z\.\w+|endpoint|unitsAtMost)\()/g, '/*#__PURE__*/ $1')
}
