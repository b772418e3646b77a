import { expect, onTestFinished, test } from 'vitest'
import { tolerateTranslators } from './translated-pages.ts'

function tolerate() {
  const { insertBefore, removeChild } = Node.prototype
  onTestFinished(() => void Object.assign(Node.prototype, { insertBefore, removeChild }))
  tolerateTranslators()
}

test('a text that a translator replaced can go, and something can come before it', () => {
  tolerate()
  const paragraph = document.body.appendChild(document.createElement('p'))
  const text = paragraph.appendChild(document.createTextNode('Nobody has answered yet.'))
  text.replaceWith(document.createElement('font'))
  const button = document.createElement('button')
  paragraph.insertBefore(button, text)
  expect(paragraph.lastChild).toBe(button)
  expect(paragraph.removeChild(text)).toBe(text)
})

test('what a translator moved is removed from where it is', () => {
  tolerate()
  const paragraph = document.body.appendChild(document.createElement('p'))
  const text = paragraph.appendChild(document.createTextNode('2 donors'))
  const font = paragraph.appendChild(document.createElement('font'))
  font.append(text)
  paragraph.removeChild(text)
  expect(font.firstChild).toBeNull()
})
