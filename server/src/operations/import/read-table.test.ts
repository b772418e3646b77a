import { expect, test } from 'vitest'
import { readTable } from './read-table.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const rows = [
  { line: 1, cells: ['Name', 'Email', 'Blood group'] },
  { line: 2, cells: ['Akter, "Rima"', 'rima@example.edu', 'B−'] },
]

test.each([
  ['commas and quotes', 'Name,Email,Blood group\n"Akter, ""Rima""",rima@example.edu,B−\n'],
  ['semicolons', 'Name;Email;Blood group\n"Akter, ""Rima""";rima@example.edu;B−'],
  ['tabs', 'Name\tEmail\tBlood group\n"Akter, ""Rima"""\trima@example.edu\tB−\n'],
  ['a byte order mark and CRLF', '\uFEFFName;Email;Blood group\r\n"Akter, ""Rima""";rima@example.edu;B−\r\n'],
  ['carriage returns', 'Name,Email,Blood group\r"Akter, ""Rima""",rima@example.edu,B−\r'],
])('a file with %s is read', (_, text) => {
  expect(readTable(bytes(text))).toEqual(rows)
})

test('the separator that Excel names in the first line is used', () => {
  const table = readTable(bytes('sep=|\r\nName|Email|Blood group\r\n"Akter, ""Rima"""|rima@example.edu|B−'))
  expect(table).toEqual(rows.map(({ line, cells }) => ({ line: line + 1, cells })))
})

test('a file in UTF-16, as Excel calls Unicode text, is read', () => {
  const text = '\uFEFFName\tEmail\tBlood group\r\n"Akter, ""Rima"""\trima@example.edu\tB−\r\n'
  expect(readTable(Buffer.from(text, 'utf16le'))).toEqual(rows)
})

test('lines keep their numbers after empty lines and line breaks within quotes', () => {
  const table = readTable(
    bytes('\r\nName,Email\r\n"Rima\r\nAkter",a@example.edu\r\n,\r\n\r\nNadia,b@example.edu'),
  )
  expect(table.map(({ line }) => line)).toEqual([2, 3, 7])
})

test('a heading can have line breaks within quotes', () => {
  const [headings] = readTable(bytes('"Full\nName";"Blood; group";Email\nRima;B−;rima@example.edu\n'))
  expect(headings?.cells).toEqual(['Full\nName', 'Blood; group', 'Email'])
})

test("this site's own escape of formulas is undone", () => {
  expect(readTable(bytes("Name,Phone\nRima,'+44 20 7946 0958\n"))[1]?.cells[1]).toBe('+44 20 7946 0958')
})

test.each([
  ['Name,Email\nRima,a@example.edu\n"Nadia,b@example.edu\nKarim,c@example.edu\n'],
  ['Name,Email\nRima,a@example.edu\n"Nadia"x,b@example.edu\n'],
])('quotation marks that do not match are refused with their line', text => {
  expect(() => readTable(bytes(text))).toThrow(
    'The quotation marks of the line that begins at 3 do not match.',
  )
})

test('a first line with a quotation mark that is not closed is refused with its line', () => {
  expect(() => readTable(bytes('"Name,Email\nRima,a@example.edu\n'))).toThrow(
    'the line that begins at 1 do not',
  )
})

test('a file in another encoding is refused', () => {
  expect(() => readTable(Buffer.from('Name,Email\nRen\xe9,a@example.edu', 'latin1'))).toThrow('CSV UTF-8')
})
