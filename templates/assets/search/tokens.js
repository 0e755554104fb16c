// Cuts text into words as Sources/Search/Text/Tokenizer.swift does; golden tests hold the two together.
const PAIRED = "\\u0E00-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF\\u3040-\\u30FF\\u31F0-\\u31FF\\u3400-\\u9FFF\\uAC00-\\uD7AF\\uF900-\\uFAFF\\uFF66-\\uFF9F\\u{20000}-\\u{3FFFF}";
const ANY = "[\\p{L}\\p{N}\\p{M}]";
const LETTER = `(?![${PAIRED}])${ANY}`;
const WORD = `${LETTER}(?:${LETTER}|['’](?=${ANY}{1,2}(?!${ANY})))*`;
const RUNS = new RegExp(`((?=[${PAIRED}])${ANY})+|${WORD}(?:[_.-]${WORD})*`, "gu");
const WORDS = new RegExp(WORD, "gu");
const IS_PAIRED = new RegExp(`[${PAIRED}]`, "u");
const MARKS = /[\u0300-\u036F\u0591-\u05BD\u05BF-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670]/g;
const SPELLINGS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ς: "σ", ى: "ي" };
const ASCII = /^[\0-\x7F]*$/;

const exactOf = (word) => (ASCII.test(word) ? word.toLowerCase() : word.toLowerCase().normalize("NFC"));
const fold = (exact) =>
  ASCII.test(exact)
    ? exact
    : exact.normalize("NFKD").replace(MARKS, "").replace(/[ßæœøłđðþıςى]/g, (letter) => SPELLINGS[letter]).normalize("NFC");

// A token: its term, its own spelling if folding changed that, its kind, and where it stands.
const token = (word, kind, at) => {
  const exact = exactOf(word);
  const term = fold(exact);
  return { term, exact: term === exact ? null : exact, kind, at, end: at + word.length, inRow: kind === "word" || kind === "part" };
};

const tokens = (text) => {
  const found = [];
  for (const run of text.matchAll(RUNS)) {
    const start = run.index;
    if (run[1]) {
      const characters = [...fold(exactOf(run[0]))];
      const count = Math.max(1, characters.length - 1);
      for (let i = 0; i < count; i++) {
        const pair = token(characters.slice(i, i + 2).join(""), "word", start + i);
        found.push({ ...pair, exact: null, term: characters.slice(i, i + 2).join("") });
      }
      continue;
    }
    const words = [...run[0].matchAll(WORDS)].map((word) => ({
      text: [...word[0].replace(/['’]/g, "")].slice(0, 40).join(""),
      at: start + word.index,
      end: start + word.index + word[0].length,
    }));
    const kind = words.length > 1 ? "part" : "word";
    if (words.length > 1 && words.length <= 6) {
      let whole = words[0].text;
      for (let i = 1; i < words.length; i++) whole += text[words[i].at - 1] + words[i].text;
      const numeric = words.every((word) => /^[0-9]*$/.test(word.text));
      if ([...whole].length <= 40 && !(numeric && words.length > 3))
        found.push({ ...token(whole, "whole", start), end: start + run[0].length });
    }
    for (const word of words) {
      found.push({ ...token(word.text, kind, word.at), end: word.end });
      if (ASCII.test(word.text) && /[a-z][A-Z]/.test(word.text)) {
        let at = word.at;
        for (const part of word.text.split(/(?<=[a-z])(?=[A-Z])/)) {
          found.push(token(part, "hump", at));
          at += part.length;
        }
      }
    }
  }
  return found;
};
const rowOf = (list) => list.filter((each) => each.inRow).map((each) => each.term);
