/// Additions to the argument parser's completion scripts. The scripts complete neither words that contain a colon nor
/// the file of the default command if its name is omitted.
enum CompletionScript {
  /// Returns a completion script with the additions for its shell. Other text is returned unchanged.
  static func completed(_ script: String) -> String {
    // The scripts are sourced by a running shell.
    String(script.trimmingPrefix("#!/bin/bash\n\n"))
      .replacing("complete -o filenames -F _showroom showroom", with: bash)
      .replacing("if [[ \"${funcstack[1]}\" = _showroom ]]; then", with: zsh)
      .replacing(/\n +COMPREPLY\+=\(\$\(compgen -W 'browse .*\)\)/) {
        $0.output + "\n        __showroom_add_completions -o plusdirs -fX '!*.@(\(sourceFiles("|")))'"
      }
      .replacing(/_describe -V subcommand subcommands && ret=0/) {
        $0.output + "\n        _files -g '*.(\(sourceFiles("|")))' && ret=0"
      }
      .replacing(/complete .*positional "showroom browse" -eq 1.*\n/) {
        $0.output + $0.output.replacing("\"showroom browse\"", with: "\"showroom\"")
      }
  }

  private static func sourceFiles(_ separator: String) -> String {
    CommonOptions.sourceFiles.joined(separator: separator)
  }

  /// Joins words that bash splits at colons and equals signs, and removes their common prefix from the results.
  private static let bash = #"""
    _showroom_whole_words() {
        local line="${COMP_LINE:0:${COMP_POINT}}" word tilde
        local -a words=()
        local -i index
        for ((index = 0; index <= COMP_CWORD; index++)); do
            word="${COMP_WORDS[index]}"
            if [[ ${#words[@]} -eq 0 || -z "${word}" || "${line}" = [[:space:]]* ]]; then
                line="${line#"${line%%[![:space:]]*}"}"
                words+=('')
            fi
            [[ ${index} -eq ${COMP_CWORD} ]] && word="${line}"
            words[${#words[@]} - 1]+="${word}"
            line="${line#"${word}"}"
        done

        local -r current="${words[${#words[@]} - 1]}"
        local -a COMP_WORDS=("${words[@]}" "${COMP_WORDS[@]:COMP_CWORD + 1}")
        local -i COMP_CWORD=$((${#words[@]} - 1))
        _showroom "${1}" "${current}" "${words[${#words[@]} - 2]}"

        [[ "${COMPREPLY[*]}" = *[:=]* ]] || return
        # The quoting of file names would quote colons.
        compopt +o filenames
        [[ ${#COMPREPLY[@]} -eq 1 && "${COMPREPLY[0]}" = *[:=/] ]] && compopt -o nospace
        local -r breaks="${COMP_WORDBREAKS//[^:=]/}"
        local -r shared="${current%"${current##*["${breaks:-:}"]}"}"
        for index in "${!COMPREPLY[@]}"; do
            word="${COMPREPLY[index]}"
            [[ -n "${breaks}" ]] && word="${word#"${shared}"}"
            # A quoted tilde would not be the home folder.
            [[ "${word}" = \~/* ]] && tilde='~/' || tilde=''
            printf -v "COMPREPLY[${index}]" '%s%q' "${tilde}" "${word#"${tilde}"}"
        done
    }

    complete -o filenames -F _showroom_whole_words showroom
    """#

  /// Adds no space after an incomplete word, such as the name of a field, and keeps the tilde of the home folder, which
  /// zsh would otherwise quote.
  private static let zsh = #"""
    zmodload -i zsh/parameter
    functions[__showroom_complete_words]="${functions[__showroom_complete]}"
    __showroom_complete() {
        local -ar others=("${@:#\~/*}")
        local -ar open=("${(M)others[@]:#*[:/=]}") closed=("${others[@]:#*[:/=]}")
        local -a suffix
        local -i ret=1
        local word
        for word in "${(M)@:#\~/*}"; do
            [[ "${word}" = */ ]] && suffix=(-S '') || suffix=()
            word="${${word//\\:/:}//\\\\/\\}"
            compadd -Q "${suffix[@]}" -- "~/${(q)word#\~/}" && ret=0
        done
        (( ${#open} )) && _describe -V '' open -S '' && ret=0
        (( ${#closed} )) && __showroom_complete_words "${closed[@]}" && ret=0
        return "${ret}"
    }

    if [[ "${funcstack[1]}" = _showroom ]]; then
    """#
}
