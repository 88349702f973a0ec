import type { Mark, StructureElement, StructureTree } from './structure-tree.ts';

/** The numbers of the objects to which a structure tree refers. */
export type StructureIds = {
  /** Number of the structure tree itself. Its elements have the following numbers, in order. */
  readonly root: number;
  readonly pages: readonly number[];
  /** Number of the link annotation. */
  readonly annotation: number | null;
};

/**
 * Returns the objects of a structure tree: first the tree itself, then its elements with
 * consecutive numbers.
 */
export function printStructure(tree: StructureTree, ids: StructureIds): string[] {
  const refer = ({ place }: StructureElement): string => `${ids.root + 1 + place} 0 R`;
  const { elements, pages, link } = tree;
  const parents = pages.map((marks, page) => `${page}[${marks.map(refer).join(' ')}]`);
  if (link !== null) parents.push(`${pages.length} ${refer(link)}`);
  const [document] = elements;
  const root = `<</Type/StructTreeRoot/K ${refer(document!)}/ParentTree<</Nums[${parents.join('')}]>>/ParentTreeNextKey ${parents.length}>>`;
  return [root, ...elements.map((element) => printElement(element, tree, ids, refer))];
}

function isMark(child: StructureElement | Mark): child is Mark {
  return 'number' in child;
}

function printElement(
  element: StructureElement,
  { link }: StructureTree,
  { root, pages, annotation }: StructureIds,
  refer: (element: StructureElement) => string,
): string {
  const { tag, parent, entries, children } = element;
  const page = children.find(isMark)?.page;
  const kids = children.map((child) => {
    if (!isMark(child)) return refer(child);
    if (child.page === page) return String(child.number);
    return `<</Type/MCR/Pg ${pages[child.page]} 0 R/MCID ${child.number}>>`;
  });
  if (element === link) kids.push(`<</Type/OBJR/Pg ${pages[0]} 0 R/Obj ${annotation} 0 R>>`);
  const above = parent === null ? `${root} 0 R` : refer(parent);
  const on = page === undefined ? '' : `/Pg ${pages[page]} 0 R`;
  const k = kids.length === 0 ? '' : kids.length === 1 ? `/K ${kids[0]}` : `/K[${kids.join(' ')}]`;
  return `<</S/${tag}/P ${above}${entries}${on}${k}>>`;
}
