/**
 * Runs in the page: every text whose contrast with what lies behind it is under 4.5:1, or 3:1 for large text (WCAG 2.2, 1.4.3).
 * A string, since the page's types are no part of the program.
 */
export const lowContrasts = `(() => {
  const parse = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
  const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const [r, g, b, a = 1] = parse(getComputedStyle(each).backgroundColor);
      if (a === 1) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const low = [];
  let seen = 0;
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || element.closest('script,.sr,option') || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const [light, dark] = [luminance(parse(style.color)), luminance(behind(element))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    seen++;
    if (ratio < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5)) low.push(ratio.toFixed(2) + ' ' + texts.currentNode.data.trim().slice(0, 40));
  }
  return { seen, low };
})()`;
