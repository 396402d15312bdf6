/** In tests, replaces imports of fonts and images, which the bundler turns into addresses. */
export default '/asset'
