package dev.catena.compile.source;

/**
 * Files of a {@link WasmModule}.
 *
 * @param moduleName {@code panda.wasm}
 * @param script a module of JavaScript that holds the bytes too and needs no other file
 * @param types of the script
 */
public record WasmFiles(String moduleName, WasmModule module, SourceFile script, SourceFile types) {}
