import type { StoredDeclaration } from '../../platform/process/declarations.ts';
import type { Html } from '../../domain/html/html-template.ts';
import { html } from '../pages/html.ts';

/**
 * Shows the declaración responsable of the running version (RD 1007/2023, art. 13; Orden
 * HAC/1177/2024, art. 15).
 */
export function showDeclaration(declaration: StoredDeclaration | null, version: string): Html {
  return html`<p><a href="/operations">← Operations</a></p>
    <h1>Declaración responsable</h1>
    ${
      declaration === null
        ? html`<p>
            Version ${version} has none. An ingress or a worker stores it when it starts with
            VERIFACTU_PRODUCER_NAME, VERIFACTU_PRODUCER_NIF, VERIFACTU_PRODUCER_ADDRESS and
            VERIFACTU_DECLARATION_PLACE; its log says what is missing. NIFs of examples, such as B12345674, do
            not count.
          </p>`
        : html`<section class="panel" lang="es">
            ${declaration.text
              .trim()
              .split('\n\n')
              .map((paragraph) => html`<p>${paragraph}</p>`)}
          </section>`
    }`;
}
