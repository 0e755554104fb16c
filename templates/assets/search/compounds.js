// Words that some write as one, some with a joiner and some apart, as Sources/Search/Engine/Compounds.swift does.
const JOINERS = ["-", "_", "."];
const isTerm = async (top, term) => {
  const { list } = await shard(top, shardOf(top, term));
  return list[position(list, term)] === term;
};
const spellings = ({ term, kind }) => {
  if (kind === "whole") return ["", ...JOINERS].map((joiner) => term.replace(/[-_.]/g, joiner));
  if (kind !== "word" || !/^[a-z0-9]{5,}$/.test(term)) return [];
  return [...term].slice(3).flatMap((_, i) => JOINERS.map((joiner) => term.slice(0, i + 2) + joiner + term.slice(i + 2)));
};
const addSpellings = async (top, groups, query) => {
  if (query.log) return;
  const near = new Set(query.words.map((word) => shardOf(top, word.term)));
  const isNear = (term) => near.has(shardOf(top, term));
  for (const group of groups)
    for (const spelling of spellings(group.word)) if (spelling !== group.word.term && isNear(spelling) && (await isTerm(top, spelling))) await add(top, group, spelling, top.weights.matches.joined);
  for (const [i, left] of query.row.slice(0, -1).entries()) {
    const pair = [left, query.row[i + 1]];
    if (pair.every((term) => top.neutral.has(term))) continue;
    const joined = pair.join("");
    const members = groups.filter(({ word }) => word.kind !== "hump" && pair.includes(word.term));
    if ((isNear(joined) || members.some((group) => !group.found.length)) && (await isTerm(top, joined))) for (const group of members) await add(top, group, joined, top.weights.matches.joined);
  }
};
// The two words that were written as one.
const apart = async (top, term) => {
  if (!/^[a-z0-9]{6,}$/.test(term)) return null;
  const { list } = await shard(top, shardOf(top, term));
  if (list[position(list, term)]?.startsWith(term)) return null;
  let tries = 2;
  for (let at = term.length - 3; at >= 3 && tries; at--) {
    const two = [term.slice(0, at), term.slice(at)];
    if (two.some((each) => top.neutral.has(each)) || shardOf(top, two[0]) !== shardOf(top, term) || !(await isTerm(top, two[0]))) continue;
    tries--;
    if (await isTerm(top, two[1])) return Object.assign(two, { apart: true });
  }
  return null;
};
