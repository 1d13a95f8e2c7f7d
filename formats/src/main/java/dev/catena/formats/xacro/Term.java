package dev.catena.formats.xacro;

/** A part of an expression, ready to be evaluated. */
interface Term {
    Object value(Names names);

    /** What names in an expression stand for. */
    interface Names {
        /** The value of a property or constant; a XacroException where there is none. */
        Object get(String name);

        boolean has(String name);

        /** Calls a function by its name, dots included. */
        Object call(String function, java.util.List<Object> arguments, java.util.Map<String, Object> named);

        void step();
    }
}
