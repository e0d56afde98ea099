/// The program's version.
///
/// It is in every evidence document, and in the store's settings, so that a newer program reads
/// every archive anew.
package let daymarkVersion = "0.1.0"
