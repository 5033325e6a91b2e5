extension ReasonTexts {
    /// See `ReasonTexts` for the form. Japanese has one plural category.
    static let japanese = #"""
        document.type-known
        種類「{found}」
        次のいずれか：{accepted}
        「{journey}」では、この種類の書類は受け付けていません。
        別の種類を選ぶか、この書類を削除してください。

        submission.document-count/too-few
        書類{count}点
        書類{range}点
        「{journey}」には書類が{limit}点必要ですが、現在{count}点です。
        書類をあと{difference}点追加してください。

        submission.document-count/too-many
        書類{count}点
        書類{range}点
        「{journey}」で受け付ける書類は{limit}点までですが、現在{count}点あります。
        書類を{difference}点削除してください。

        submission.document-count-of-type/too-few
        この種類の書類{count}点
        この種類の書類{range}点
        「{type}」は{limit}点必要ですが、現在{count}点です。
        あと{difference}点追加してください。

        submission.document-count-of-type/too-many
        この種類の書類{count}点
        この種類の書類{range}点
        「{type}」は{limit}点までですが、現在{count}点あります。
        {difference}点削除してください。

        submission.consent/missing
        同意なし
        バージョン{version}の文面への同意
        規約への同意がまだ済んでいません。
        規約を読み、同意してください。

        submission.consent/outdated
        バージョン{given}の文面への同意
        バージョン{version}の文面への同意
        同意していただいた後に規約が変更されました。
        新しい規約を読み、同意してください。

        submission.period-covered/outdated
        {last}より後の書類なし
        {earliest}以降までの書類
        「{type}」は{last}で終わっており、古すぎます。
        {earliest}以降までの最新の書類を追加してください。

        submission.period-covered/gap
        {gapStart}から{gapEnd}までの書類なし
        {from}から{to}まで途切れのない書類
        「{type}」に{gapStart}から{gapEnd}までの分がありません。
        この期間の書類を追加してください。

        submission.period-covered/too-short
        {first}より前の書類なし
        {from}から{to}まで途切れのない書類
        「{type}」は{months}か月分必要ですが、{first}からの分しかありません。
        {from}までさかのぼる書類を追加してください。

        document.page-count/too-few
        {count}ページ
        {range}ページ
        「{type}」には{limit}ページ必要ですが、現在{count}ページです。
        あと{difference}ページ追加してください。

        document.page-count/too-many
        {count}ページ
        {range}ページ
        「{type}」は{limit}ページまでですが、現在{count}ページあります。
        必要なページだけを送ってください（{difference}ページ減らしてください）。

        document.replaced
        却下されたままの書類
        別の書類
        「{type}」は却下された後、変更されていません。
        差し替えるか、削除してください。

        document.issue-date-required
        発行日なし
        発行された日
        「{type}」には、書類に印刷されている日付が必要です。
        日付を入力してください。

        document.issue-date-readable
        日付ではない文字
        2026-10-31の形式の日付
        「{type}」の日付を読み取れません。
        年、月、日の順に入力してください（例：2026-10-31）。

        document.issue-date-not-in-future
        発行日{day}
        発行日が{today}以前
        「{type}」の日付が未来になっています。
        書類に印刷されている日付を入力してください。

        document.issue-date-recent
        発行日{day}（{age}日前）
        発行日が{earliest}以降
        「{type}」は発行から{limit}日以内のものに限ります。
        {earliest}以降に発行された書類を送ってください。

        document.issue-date-settled
        発行日{day}
        発行日が{latest}以前
        「{type}」は発行から{limit}日以上経っている必要があります。
        {latest}以前に発行された書類を送ってください。

        document.period-required
        対象期間も発行日もなし
        対象となる期間
        「{type}」の対象期間が分かりません。
        対象期間の最初の日と最後の日を入力してください。

        document.period-sound/reversed
        {start}から{end}まで
        最初の日以降である最後の日
        「{type}」の期間が、始まる前に終わっています。
        対象期間の最初の日と最後の日を入力してください。

        document.period-sound/future
        {end}に終わる期間
        {today}以前に終わる期間
        「{type}」の期間が未来に終わっています。
        対象期間の最後の日を入力してください。

        file.not-empty
        0バイト
        中身のあるファイル
        ファイルが空です。送信中に問題が起きたようです。
        もう一度送ってください。

        file.size/too-large
        {size}
        {limit}以下
        ファイルが{limit}を超えています。
        解像度を下げた写真など、小さいファイルを送ってください。

        file.size/too-small
        {size}
        {limit}以上
        ファイルが小さすぎて、内容を読み取れません。
        写真を撮り直すか、書類をもう一度ダウンロードしてください。

        file.pixels/too-small
        {width} × {height}ピクセル
        短辺が{limit}ピクセル以上
        画像が小さすぎて読み取れません。
        ページ全体を撮り直すか、チャットで受け取った複製ではなく元のファイルを送ってください。

        file.pixels/too-large
        {width} × {height}ピクセル
        長辺が{limit}ピクセル以下
        画像が{limit}ピクセルを超えています。
        解像度を下げて送ってください。

        file.no-malware
        マルウェア: {name}
        マルウェアを含まないファイル
        ファイルにマルウェアが含まれています。ファイルは隔離されました。
        送信元の端末を確認し、別の端末から書類を送り直してください。

        file.media-type/other
        {found}ファイル
        {accepted}
        {found}ファイルは「{type}」に使えません。
        {accepted}で送ってください。

        file.media-type/unknown
        種類の分からないファイル
        {accepted}
        この種類のファイルは「{type}」に使えません。
        {accepted}で送ってください。

        file.type-agrees/name
        名前は{claimed}、内容は{found}
        内容、名前、申告された種類の一致
        内容は{found}ですが、名前は{claimed}になっています。
        元のファイルを元の名前で送ってください。

        file.type-agrees/declared
        申告は{claimed}、内容は{found}
        内容、名前、申告された種類の一致
        内容は{found}ですが、{claimed}として送られました。
        元のファイルをそのまま送ってください。

        file.type-unambiguous/second-format
        {first}にも{second}にも見える内容
        一種類の内容
        ファイルが{first}にも{second}にも見えます。
        写真を撮り直すか、書類をもう一度ダウンロードしてください。

        file.type-unambiguous/second-file
        後ろに{second}ファイルが付いた{first}ファイル
        一つのファイル
        ファイルの後ろに別のファイルが隠れています。
        写真を撮り直すか、書類をもう一度ダウンロードしてください。

        file.type-confirmed
        {first}とも{second}とも判定される内容
        種類がはっきりした内容
        ファイルが{first}か{second}か、確実には判断できません。
        写真を撮り直すか、書類をもう一度ダウンロードしてください。

        file.no-trailing-data
        ファイルの終わりの後に{size}
        ファイルの終わりの後に何もないこと
        ファイルに余分なデータが付いています。このデータは取り込まれません。
        カメラや銀行が作った元のファイルを送ってください。

        file.within-budget/bytes
        {found}
        {limit}以下
        ファイルが大きすぎて、ページに変換できません。
        解像度を下げた写真など、小さいファイルを送ってください。

        file.within-budget/pages
        {found}ページ
        {limit}ページ以下
        処理できるページ数を超えています。
        求められているページだけを送ってください。

        file.within-budget/pixels
        {found}ピクセル
        {limit}ピクセル以下
        画像が大きすぎて、ページに変換できません。
        解像度を下げて送ってください。

        file.within-budget/memory
        メモリ{found}
        メモリ{limit}以下
        ファイルの処理に必要な資源が多すぎて、ページに変換できません。
        解像度を下げた写真など、小さいファイルを送ってください。

        file.within-budget/work
        処理に時間がかかりすぎるファイル
        時間内に処理できるファイル
        ファイルの処理に必要な資源が多すぎて、ページに変換できません。
        解像度を下げた写真など、小さいファイルを送ってください。

        file.readable/damaged
        開けないファイル
        壊れていないファイル
        ファイルが壊れていて開けません。
        写真を撮り直すか、書類をもう一度ダウンロードしてください。

        file.readable/cut-off
        途中で終わっていて開けないファイル
        最後までそろったファイル
        ファイルの欠けている部分が多く、開けません。
        もう一度送ってください。ダウンロードしたファイルなら、先にダウンロードし直してください。

        file.complete
        途中で終わっているファイル
        最後までそろったファイル
        ファイルの終わりの部分がありません。
        もう一度送ってください。ダウンロードしたファイルなら、先にダウンロードし直してください。

        file.complete/incomplete-page
        最大{missing}%が欠けている{count}ページ
        最後までそろったファイル
        ファイルの一部が欠けています。残っている部分だけがページになりました。
        大事な部分が欠けている場合は、もう一度送ってください。ダウンロードしたファイルなら、先にダウンロードし直してください。

        file.complete/lost-pages
        開けない{count}ページ
        最後までそろったファイル
        ファイルの{count}ページを開けませんでした。ほかのページは残しました。
        大事な部分が欠けている場合は、もう一度送ってください。ダウンロードしたファイルなら、先にダウンロードし直してください。

        file.complete/rebuilt
        内部の目次が正しくないファイル
        壊れていないファイル
        ファイル内部の目次が正しくないため、足りない部分があるかもしれません。
        保存またはダウンロードし直してから、もう一度送ってください。

        file.no-password
        開くのにパスワードが必要なPDF
        パスワードなしで開けるファイル
        PDFがパスワードで保護されています。
        PDFとして印刷するなどして、パスワードのない複製を保存してください。

        file.unrestricted
        印刷やコピーを制限しているPDF
        制限のないPDF
        PDFの利用が制限されています。
        PDFとして印刷するなどして、制限のない複製を保存してください。

        file.no-active-content/script
        スクリプトを含むPDF
        ページを表示するだけのPDF
        PDFにプログラムが含まれています。
        PDFとして印刷し、その複製を送ってください。

        file.no-active-content/automatic-action
        開くと動作するPDF
        ページを表示するだけのPDF
        PDFを開くと、何かが自動的に実行されます。
        PDFとして印刷し、その複製を送ってください。

        file.no-active-content/launch
        プログラムを起動するPDF
        ページを表示するだけのPDF
        PDFがプログラムを起動しようとします。
        PDFとして印刷し、その複製を送ってください。

        file.no-active-content/embedded-file
        ほかのファイルを含むPDF
        ページを表示するだけのPDF
        PDFの中にほかのファイルが入っています。
        PDFとして印刷した複製を送り、ほかのファイルは求められている場合だけ別に送ってください。

        file.no-active-content/unexamined
        中身を調べられないPDF
        ページを表示するだけのPDF
        PDFの構造が複雑で、ページの表示以外の動作をするかどうか確認できません。
        PDFとして印刷し、その複製を送ってください。

        file.not-blank
        白紙{count}ページ
        何かが写っているページ
        ページに何も写っていません。
        明るい場所で撮り直すか、印刷されている面を読み取ってください。

        file.not-blurred
        ぼやけた{count}ページ
        ピントの合った文字
        ページがぼやけていて読みにくくなっています。
        カメラを動かさず、文字にピントを合わせて撮り直してください。

        file.no-glare
        光が反射している{count}ページ
        反射のないページ
        光が反射して、ページの一部が見えなくなっています。
        フラッシュを使わず、照明が映らないように書類を少し傾けて撮り直してください。

        file.not-dark
        暗い{count}ページ
        明るいページ
        ページが暗くて読みにくくなっています。
        明るい場所で撮り直してください。

        file.not-screenshot
        スクリーンショットと思われる画像
        写真、スキャン、または元のファイル
        書類の一部しか写らないスクリーンショットのようです。
        PDFなどの元のファイルか、紙の書類の写真を送ってください。

        file.not-duplicate
        すでにあるファイル
        各ファイル一回だけ
        「{type}」のこのファイルは二回送られています。
        正しいファイルに差し替えるか、削除してください。

        file.not-known
        ほかの申請{count}件で提出済みのファイル
        まだ提出されていないファイル
        このファイルは以前に提出されています。
        今回求められている書類を送ってください。
        """#
}
